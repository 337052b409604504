#!/bin/sh
# Makes the namespace when it is missing. Reads TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE and RETENTION.
set -eu
attempts=30
until temporal operator cluster health >/dev/null 2>&1; do
  attempts=$((attempts - 1))
  if [ "$attempts" -eq 0 ]; then
    echo "Temporal does not answer at $TEMPORAL_ADDRESS" >&2
    exit 1
  fi
  sleep 2
done
if temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1; then
  echo "The namespace $TEMPORAL_NAMESPACE is there."
else
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$RETENTION"
fi
