"""A journey by the client that openapi-python-client has made: journey.py FOLDER URL TOKEN."""

import importlib
import pkgutil
import sys
import time
import uuid
from pathlib import Path

folder, url, token = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
sys.path.insert(0, str(folder.parent))
name = folder.name
package = importlib.import_module(name)

# Every module of the client can be imported.
modules = [one.name for one in pkgutil.walk_packages(package.__path__, f"{name}.")]
for module in modules:
    importlib.import_module(module)
print(f"{len(modules)} modules are there and import")

models = importlib.import_module(f"{name}.models")
client = package.AuthenticatedClient(base_url=url, token=token)


def call(operation: str, **arguments):
    [module] = [one for one in modules if ".api." in one and one.endswith(f".{operation}")]
    return importlib.import_module(module).sync_detailed(client=client, **arguments)


person = {
    "documentType": "CPF",
    "document": "529.982.247-25",
    "name": "Ana Exemplo",
    "email": f"{uuid.uuid4()}@example.com",
}
created = call("create_transaction", body=models.CreateTransaction.from_dict(person))
assert created.status_code == 201, created
transaction = created.parsed.id

asked = call("create_email_token", id=transaction)
assert asked.status_code == 201, asked

code = None
for _ in range(200):
    listed = call("list_sandbox_messages", transaction_id=transaction)
    if listed.parsed:
        code = listed.parsed[0].code
        break
    time.sleep(0.1)
assert code, "no message has come"

body = models.ValidateToken
wrong = call("validate_email_token", id=transaction, body=body.from_dict({"code": "000000" if code != "000000" else "000001"}))
assert wrong.status_code == 422, wrong
# A refusal is one model, with what it says.
assert type(wrong.parsed).__name__ == "Problem", type(wrong.parsed)
assert wrong.parsed.code == "code-mismatch" and wrong.parsed.checks_left == 4, wrong.parsed
print(f"a wrong code: {type(wrong.parsed).__name__} {wrong.parsed.code}, {wrong.parsed.checks_left} checks left")

right = call("validate_email_token", id=transaction, body=body.from_dict({"code": code}))
assert right.status_code == 200, right

unknown = call("get_transaction", id=uuid.uuid4())
assert unknown.status_code == 404 and unknown.parsed.code == "not-found", unknown

pack = call("query_pack", pack_name="basic", transaction_id=transaction, prefer="wait=20")
assert pack.status_code == 200 and str(pack.parsed.status) == "completed", pack
print(f"the pack: {pack.parsed.status}, score {pack.parsed.score.results[0].value}")

told = call("read_events", types="pack.completed")
event = next(one for one in told.parsed.events if str(one.transaction_id) == str(transaction))
print(f"told as {event.type_} with run {event.data['run']}")
