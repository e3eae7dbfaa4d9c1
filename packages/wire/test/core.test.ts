import type * as core from "@toolgate/core"
import { expectTypeOf, it } from "vitest"
import type {
  Confinement,
  ErrorClass,
  ErrorSlug,
  Executed,
  FileMode,
  Form,
  LimitName,
  OutputStream,
  PermissionType,
  SideEffect,
  SideEffectClass,
  ToolRisk
} from "../src/index.ts"

// The compiler checks these; a word that one side lacks does not compile.
it("has the words of core, and no others", () => {
  expectTypeOf<Form<typeof Executed>>().toEqualTypeOf<core.ToolExecution["executed"]>()
  expectTypeOf<Form<typeof ErrorClass>>().toEqualTypeOf<core.ErrorClass>()
  expectTypeOf<Form<typeof ErrorSlug>>().toEqualTypeOf<core.ErrorSlug>()
  expectTypeOf<Form<typeof SideEffectClass>>().toEqualTypeOf<core.SideEffectClass>()
  expectTypeOf<Form<typeof SideEffect>>().toEqualTypeOf<core.SideEffect>()
  expectTypeOf<Form<typeof ToolRisk>>().toEqualTypeOf<core.ToolRisk>()
  expectTypeOf<Form<typeof PermissionType>>().toEqualTypeOf<core.PermissionType>()
  expectTypeOf<Form<typeof FileMode>>().toEqualTypeOf<core.FileMode>()
  expectTypeOf<Form<typeof OutputStream>>().toEqualTypeOf<core.OutputStream>()
  expectTypeOf<Form<typeof Confinement>>().toEqualTypeOf<core.Confinement>()
  expectTypeOf<Form<typeof LimitName>>().toEqualTypeOf<core.LimitName>()
})
