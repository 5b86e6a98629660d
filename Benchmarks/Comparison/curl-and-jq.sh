# A script that prints the same lines without ghsearch.
curl --silent --compressed "$URL" | jq --raw-output '.items[]
  | [.full_name, .stargazers_count, .forks_count, .language, .updated_at, .description] | @tsv'
