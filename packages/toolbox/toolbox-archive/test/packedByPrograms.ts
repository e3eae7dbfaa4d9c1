const base64 = (text: string) => Buffer.from(text, "base64")

/**
 * Archives from real programs, in formats that the tests cannot write. Each contains site/a.txt, site/pages/b.txt and
 * ü.txt.
 */
export const packedByPrograms = {
  "tar.bz2": base64(
    "QlpoOTFBWSZTWa6dVbwAAMx7jMkAAkBAAf+AQRB/4d5AAAQIAIDIMAC5tiNU0DIGgAAGmmTQjU1PUAABoAGgARU1TQyNGQBp6QAA/dxyMmG6IBYoEBrzZ7Goam00Q0jYyRCEJBD2YbrvV/iWNpVrZAM5zygzwmq1iKFSKIpmxQICDQMIslCoiM3g46ZDDi4HOxaFVt5ajFREvxBAxCY4WkKBkzqdIwShoeFBEgjsDRYPnUgkP4u5IpwoSFdOqt4A"
  ),
  /** A file of 300 MB of zeros. */
  "tar.bz2 of zeros": base64(
    "QlpoOTFBWSZTWYDRznUFfkL7gMgAAEBAAH+AAAhiAJ4QAAggAJSEUgJDaT1DZQRUEyGgGjS96RwIgCqok0VAFVRJWpGECRxCiAKqiSIl3KWKJYgc1DOKW6rHulYrPgpmcSte85HW8Ojuv7VNwa3u6iAKqifmKCskymshwTxb4CvxyAAYAAABBAAGEAmoyFQEtSFQEuYoKyTKayHBPFvgK/HIABgAAAEEAAYQCajIVAS1IVAS5igrJMprIcE8W+Ar8cgAGAAAAQQABhAJqMhUBLUhUBLmKCskymshwTxb4CvxyAAYAAABBAAGEAmoyFQEtSFQEuYoKyTKayHBPFvgK/HIABgAAAEEAAYQCajIVAS1IVAS5igrJMprMJmtRUAXkmgEGAAEAAABBAAGGYE1TTRSlBbUKUoLxdyRThQkMVn2WEA="
  ),
  "7z": base64(
    "N3q8ryccAARblkoskgAAAAAAAAAhAAAAAAAAAB/F+g8BAA9maXJzdHNlY29uZHRoaXJkAAAAgTMHrg/PObAMB8hDf0Gx+v3i+3npdR/4h0gm0zFCBF9CsX7Xf7o3P7xYtbHxWCzVFARt21ROEdLS66fYtowOCpZqgzIq7t4qFy/7VICQm7A7JI0xqGdIJssqEpWCtyxPGIsAAF9ktMFfA12uO/jhKRdrIgB8c6p44AAAABcGFAEJfgAHCwEAASMDAQEFXQAQAAAMgOoKAfL5TUUAAA=="
  ),
  /** Encrypted, with readable names. */
  "encrypted 7z": base64(
    "N3q8ryccAATsRJ+4twAAAAAAAAAiAAAAAAAAAMtyIeag2/9dspo53rcEYPo+l0JQzlvpzYA3HOrYO1eWHqAKDAAAgTMHrg/QDrA8nzkQnJ+m1TPasi6wa5LerjDdISLA7H6pc2xi+spZyqRs/N1Q5ufYb9zbHR3PDRbm1lhKNetmk6zVn+8H7ii8YGEigMaLTF3H6Fy3EmbbZNw6a1zrRYAdnkdhDeH/DdZy0/Ep3KhFGodmk88nuNp9XuhezK4wVJ7xELK0ykD9Bz+IVDx/cvpbMrAAAAAXBiABCYCXAAcLAQABIwMBAQVdABAAAAyA+goBejN97QAA"
  ),
  /** Encrypted, including the names. */
  "hidden 7z": base64(
    "N3q8ryccAAQhl6NVgAAAAAAAAAAuAAAAAAAAADGqIeV4JPEgejeuP+bmuKN+5q6/opAOKNlsTbS/OIl0IrAepA9fNIh8MmFYWMOa8wHizIIULBixM1C5ACAEQ64iDmP2J9gxcBa7/EU4ZZzctSrluxHg5prdizF5SFvGV0o7lSqIheYDYGMLecyTO5AwkHcTG0evXr8On1CiAvyz/5GmcBcGEAEJcAAHCwEAASQG8QcBElMPhO2/3edMOSj5X4iscqETmQxiCgEEwt96AAA="
  )
}
