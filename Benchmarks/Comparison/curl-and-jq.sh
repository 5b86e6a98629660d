# What somebody without ghsearch might write for the same lines.
curl --silent --compressed "$URL" | jq --raw-output '.items[]
  | [.full_name, .stargazers_count, .forks_count, .language, .updated_at, .description] | @tsv'
