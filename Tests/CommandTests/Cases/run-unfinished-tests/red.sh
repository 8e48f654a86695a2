echo "◇ Test save() started."
exit 65
