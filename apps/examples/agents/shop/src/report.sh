. src/lib/mony.sh

echo "Sold today: $(euros 123405)"
