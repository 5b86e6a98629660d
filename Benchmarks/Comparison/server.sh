# A GitHub that responds at once: ten pages from nginx on loopback. Sourced by ../compare.
#
# It creates all files below $work, and `stop_server` ends everything it starts.

# Ten of the sandbox's pages of 100 repositories, plain and compressed.
make_pages() {
  mkdir -p "$work/pages"
  "$sandbox" run --repositories 1200 -- sh -c '
    for page in 1 2 3 4 5 6 7 8 9 10; do
      curl --silent --show-error --fail --header "Authorization: Bearer $GHSEARCH_TOKEN" \
        "$GHSEARCH_API_URL/search/repositories?q=stars:%3E=0&per_page=100&page=$page" \
        --output "$1/$page.json" || exit 1
    done' pages "$work/pages"
  gzip --keep --best "$work"/pages/*.json
}

# Our own certificate authority among the system's, as a bundle and as a hashed directory.
make_certificates() {
  mkdir "$work/ca"
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=ghsearch comparison" \
    -keyout "$work/ca.key" -out "$work/ca.pem" 2>/dev/null
  openssl req -newkey rsa:2048 -nodes -subj "/CN=localhost" \
    -keyout "$work/server.key" -out "$work/server.csr" 2>/dev/null
  echo "subjectAltName=DNS:localhost,IP:127.0.0.1" > "$work/san"
  openssl x509 -req -in "$work/server.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" \
    -CAcreateserial -days 2 -extfile "$work/san" -out "$work/server.pem" 2>/dev/null
  cat "$system_bundle" "$work/ca.pem" > "$work/bundle.pem"
  cp -a "$system_directory"/. "$work/ca/"
  cp "$work/ca.pem" "$work/ca/$(openssl x509 -noout -hash -in "$work/ca.pem").0"
}

# nginx cannot report a port that the system assigns, so this tries ports until two are free.
start_server() {
  base=$((20000 + $$ % 20000))
  for port in $base $((base + 101)) $((base + 202)) $((base + 303)); do
    plain=$port encrypted=$((port + 1))
    write_configuration > "$work/nginx.conf"
    nginx -p "$work" -c "$work/nginx.conf" -e "$work/error.log" 2>/dev/null &
    server=$!
    await_server && return
  done
  echo "compare: nginx does not start; see $work/error.log" >&2
  return 1
}

# Succeeds once the server responds; fails if it ends or does not respond for some seconds.
await_server() {
  for try in $(seq 500); do
    kill -0 "$server" 2>/dev/null || return 1
    curl --silent --fail --output /dev/null "http://127.0.0.1:$plain/1.json" && return
  done
  stop_server
  return 1
}

stop_server() {
  [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true
  server=
}

# Makes nginx link each page but the last to the next, as GitHub does.
links() {
  for page in 1 2 3 4 5 6 7 8 9; do
    printf '    %s "<$scheme://$http_host$path?$query&page=%s>; rel=\\"next\\"";\n' \
      "$page" $((page + 1))
  done
}

write_configuration() {
  cat <<CONFIGURATION
daemon off;
$([ "$(id -u)" != 0 ] || echo "user root;")
worker_processes 1;
pid $work/nginx.pid;
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path $work/body;
  proxy_temp_path $work/proxy;
  fastcgi_temp_path $work/fastcgi;
  uwsgi_temp_path $work/uwsgi;
  scgi_temp_path $work/scgi;
  gzip_static on;
  keepalive_requests 100000;
  map \$arg_page \$page { default 1; ~^(10|[1-9])\$ \$arg_page; }
  map \$request_uri \$path { ~^(?<before>[^?]*) \$before; }
  map \$args \$query { "~^(?<kept>.*)&page=[0-9]+\$" \$kept; default \$args; }
  map \$page \$link {
$(links)
  }
  # The first request of each half second passes at once; the next one waits.
  limit_req_zone \$server_port zone=later:64k rate=2r/s;
  server {
    listen 127.0.0.1:$plain;
    listen 127.0.0.1:$encrypted ssl http2;
    server_name localhost;
    ssl_certificate $work/server.pem;
    ssl_certificate_key $work/server.key;
    root $work/pages;
    default_type application/json;
    add_header X-RateLimit-Limit 30;
    add_header X-RateLimit-Remaining 29;
    add_header X-RateLimit-Used 1;
    add_header X-RateLimit-Resource search;
    add_header Link \$link;
    location ~ ^/(api/v3/)?search/repositories\$ { try_files /\$page.json =404; }
    location = /slow/search/repositories {
      limit_req zone=later burst=20;
      try_files /\$page.json =404;
    }
  }
}
CONFIGURATION
}
