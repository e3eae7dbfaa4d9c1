. src/lib/money.sh
. src/lib/vat_.sh

echo "To be paid: $(euros "$(with_vat 2000)")"
