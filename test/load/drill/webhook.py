"""Checks webhooks with standardwebhooks: a line of JSON each on stdin, {"secret", "headers", "body"}."""

import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


def is_taken(hook: Webhook, body: str, headers: dict) -> bool:
    try:
        hook.verify(body, headers)
        return True
    except WebhookVerificationError:
        return False


count = 0
for line in sys.stdin:
    one = json.loads(line)
    secret, headers, body = one["secret"], one["headers"], one["body"]
    hook = Webhook(secret)
    assert hook.verify(body, headers) == json.loads(body), body
    # Nothing that was changed on its way is taken, nor what is sent again later under another time or name.
    assert not is_taken(hook, body.replace("transaction", "Transaction", 1), headers)
    for name in ("webhook-id", "webhook-timestamp"):
        assert not is_taken(hook, body, {**headers, name: headers[name] + "1"}), name
    hmac, key = headers["webhook-signature"].split(" ")
    assert not is_taken(hook, body, {**headers, "webhook-signature": key}), "v1a is no v1"
    other = Webhook("whsec_" + "A" * 43 + "=")
    assert not is_taken(other, body, headers)
    count += 1
print(f"{count} webhooks are taken as they left, and none that was changed")
