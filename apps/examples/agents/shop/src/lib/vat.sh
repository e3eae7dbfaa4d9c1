with_vat() {
  echo "$(($1 + $1 * 19 / 100))"
}
