#!/bin/sh
# /usr/local/sbin/trestle-database-watch: starts a database server again that lives and answers nobody, after two looks in a row.
# curl says 28 for silence. A refused connection is a server that starts or has ended, and its unit sees to that.
for look in 1 2; do
  curl --silent --output /dev/null --max-time 2 "$1"
  [ $? -eq 28 ] || exit 0
done
echo '<3>the database server has not answered twice: it is started again'
systemctl restart trestle-database
