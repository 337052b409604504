/** Problem codes of well-formed requests: conflicts with stored state, limits, outages. */
export const ofState = {
  'idempotency-in-progress': {
    status: 409,
    title: 'First request with this Idempotency-Key is still running',
    prose:
      'A request with the same key has been taken and has no answer yet. Repeat the request after the seconds that `Retry-After` names: it then gets the answer of the first.',
  },
  'name-reserved': {
    status: 409,
    title: 'Name belongs to the service',
    prose:
      'The packs that come with the service keep their names for themselves. Publish the document under a name of your own.',
  },
  'endpoint-missing': {
    status: 409,
    title: 'Endpoint is missing',
    prose:
      'The version calls a system that the tenant has not named in this mode. `POST /v1/endpoints` names it; then the version can be rolled out.',
  },
  'in-use': {
    status: 409,
    title: 'Endpoint is in use',
    prose:
      'A version of a pack that is live, or that of a run that has not ended, calls it. Roll out a version without it, and wait for those runs.',
  },
  late: {
    status: 410,
    title: 'Deadline has passed',
    prose: 'The step has ended without this answer, at its deadline. Nothing was taken.',
  },
  'name-taken': {
    status: 409,
    title: 'Name is in use',
    prose:
      'Another one of this tenant and mode has the name. Choose another, or change the one that there is.',
  },
  'not-live-here': {
    status: 409,
    title: 'Never live in this mode',
    prose:
      'This version was never rolled out in the mode of the credential (sandbox, live). `PUT /v1/packs/{packName}/live` rolls it out there.',
  },
  answered: {
    status: 409,
    title: 'Step has its result',
    prose:
      'Another result was brought to this step before, and stays: a step takes one for each of its rounds. The same one again is answered with 200.',
  },
  'not-waiting': {
    status: 409,
    title: 'Step waits for nothing',
    prose:
      'The step or its run has ended, its time is over, or it takes nothing before the run has come to it (`fresh`). `GET /v1/packs/{packName}/{transactionId}` shows what the run waits for.',
  },
  'input-needed': {
    status: 409,
    title: 'Pack is started with an input',
    prose:
      'A query starts no pack that needs values. Start it by `POST /v1/packs/{packName}/{transactionId}` with `{"input": {…}}`; the query then shows its run.',
  },
  'not-failed': {
    status: 409,
    title: 'Module has not failed',
    prose:
      'Only a module that failed for a technical reason, in the latest run of the pack, is run again.',
  },
  'purchase-uncertain': {
    status: 409,
    title: 'Purchase outcome unknown',
    prose:
      'Nobody knows whether the source has taken the order, or what it found, so that a repeat may cost twice. Send `{"again": true}` with an `Idempotency-Key` to buy it again; a result that still comes counts.',
  },
  'no-registry': {
    status: 409,
    title: 'No tenant registry',
    prose:
      'This installation knows its tenants by a file, or takes every tenant that a credential names. `TENANT_REGISTRY=database` or `open` makes this operation the registry.',
  },
  'key-ended': {
    status: 409,
    title: 'Key has ended',
    prose: 'A key that has expired or was revoked has no successor. Make a new one.',
  },
  paused: {
    status: 409,
    title: 'Transaction is paused',
    prose:
      'An operator has paused it already. `POST /v1/transaction/{id}/agenda/resume` lets it go on; `GET /v1/transaction/{id}/agenda` shows since when and why.',
  },
  'not-paused': {
    status: 409,
    title: 'Transaction is not paused',
    prose: 'There is nothing to resume: it was not paused, or goes on already.',
  },
  'nothing-deferred': {
    status: 409,
    title: 'Nothing was put off',
    prose:
      'No task waits for another try. What is under way, what is looked up and what ends by time is not hurried; `GET /v1/transaction/{id}/agenda` shows what it waits for.',
  },
  'nothing-open': {
    status: 409,
    title: 'Nothing is open',
    prose:
      'There is nothing to end: nothing is to be done any more, or only what was claimed is looked up.',
  },
  'legal-hold': {
    status: 409,
    title: 'Transaction is under a legal hold',
    prose:
      'A legal hold keeps the transaction and all that belongs to it. Nothing is erased until it is lifted, which takes two people (`DELETE /v1/transaction/{id}/hold`), or is over.',
  },
  decided: {
    status: 409,
    title: 'Review is closed',
    prose:
      'A review is decided once. This one was, or nobody has to decide it any more: `GET /v1/reviews/{id}` shows how it ended. An appeal brings it to another person.',
  },
  'not-yours': {
    status: 409,
    title: 'Review is not in your hands',
    prose:
      'Reviews are handed out by `POST /v1/reviews/next`, each for 15 minutes, and decided by whoever has them in hand.',
  },
  'took-part': {
    status: 409,
    title: 'Somebody else decides this review',
    prose:
      'Whoever was the first of two to decide it, or took part in the decision that it appeals against, does not decide it: it takes another person.',
  },
  'not-decided': {
    status: 409,
    title: 'No decision to appeal against',
    prose:
      'The review is open, was closed without a decision, or what it was about has gone on since.',
  },
  'opted-out': {
    status: 409,
    title: 'Person has opted out of messages',
    prose:
      'Only the person can lift this, by writing `START` or `VOLTAR` to the sender. What a vendor said of a number can be ended by the client.',
  },
  'not-repliable': {
    status: 409,
    title: 'Message cannot be replied to',
    prose: 'This message asks no question that takes a reply; an e-mail, for instance, does not.',
  },
  'changed-meanwhile': {
    status: 412,
    title: 'Changed by somebody else',
    prose:
      'What `If-Match` names is not what is there now. Read it once more, decide, and repeat the request with the new `ETag`.',
  },
  'code-mismatch': {
    status: 422,
    title: 'Code does not match',
    prose:
      'The code that was sent is not the code of the record. The number of checks is limited; when none is left the record cannot be validated any more.',
  },
  'no-email': {
    status: 422,
    title: 'Transaction has no e-mail address',
    prose:
      'An e-mail token needs an address: create the transaction with `email`. One that a mail server does not know, or whose owner has complained, is none (`/v1/suppressions/search`).',
  },
  'pack-unfit': {
    status: 422,
    title: 'Configured pack cannot be used for verification links',
    prose:
      'The pack that the tenant has configured for verification links is not published, or holds `linkBiometrics`, which would wait for its own result. Publish the pack, or configure another one.',
  },
  'subject-unfit': {
    status: 422,
    title: 'Pack is not for this subject',
    prose:
      'The pack says `for: person` or `for: company`, and the transaction is about the other: one with a CNPJ is about a company, any other about a person. Ask for a pack that is for it.',
  },
  'image-unreadable': {
    status: 422,
    title: 'Image cannot be decoded',
    prose:
      'An image must be a whole JPEG, PNG or WebP file with one picture of at most 16 megapixels (a JPEG of at most 120, which is made smaller), no side more than four times as long as the other. `errors` points at each that is not.',
  },
  'no-card': {
    status: 422,
    title: 'Transaction has no card',
    prose: 'A card check needs a card: create the transaction with `card`.',
  },
  'no-selfie': {
    status: 422,
    title: 'No selfie to compare',
    prose:
      'Send an image, or let the person pass a liveness check first: the score compares it with the portrait of the last document.',
  },
  'no-document': {
    status: 422,
    title: 'No document to compare with',
    prose: 'The score compares a selfie with the portrait of a document. Send a document first.',
  },
  'invalid-document': {
    status: 422,
    title: 'Document is invalid',
    prose:
      'The document can be read, but cannot be published as it is. `errors` points at each fault, with its line and column in the text that was sent.',
  },
  'value-unfit': {
    status: 422,
    title: 'Value does not fit its schema',
    prose:
      'The pack says by a schema what it takes here, and `errors` names each place that does not fit. Nothing was kept: bring it again.',
  },
  'nothing-live': {
    status: 422,
    title: 'No live version for the remaining percentage',
    prose:
      'A percentage leaves the rest to what was live before, and nothing was. Give the version to all, by leaving `percent` out.',
  },
  'no-subject': {
    status: 422,
    title: 'No person or company to check',
    prose:
      'A check needs a name or a document: of `checkParams`, or of the transaction where it is about a subject of that kind. Send one.',
  },
  'faces-off': {
    status: 422,
    title: 'Lists of faces are off',
    prose:
      'A face can be listed once the tenant has opted in to it, which this release does not offer. Documents, phones, addresses, devices and cards can.',
  },
  'not-listable': {
    status: 422,
    title: 'Entry cannot be listed',
    prose:
      'The value names nothing that could be looked for, or `expiresAt` is over or more than five years away. An address needs its eight digits and a number, a phone its number.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency-Key was used for another request',
    prose:
      'Within 24 hours a key stands for one request: the same operation, path, query and body. Use a new key for another request.',
  },
  'limit-reached': {
    status: 429,
    title: 'Limit reached',
    prose:
      'Sends and checks are limited per record, per transaction and per address or phone; runs of a pack per transaction; what a tenant spends on bought checks per day. `Retry-After`, where present, says in how many seconds it can work again.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    prose:
      'The tenant has made more requests than its rate allows: `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` say where it stands. Or an address has sent more than 20 requests in a second whose credential is none, or a credential has asked 20 times for what it may not: then these alone are refused, and a good one is not. `Retry-After` says in how many seconds the next one is taken.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    prose:
      'The service failed in a way that it did not foresee. Name the `requestId` when you report it. A POST with an Idempotency-Key can be repeated safely.',
  },
  'upstream-failed': {
    status: 502,
    title: 'Vendor failed',
    prose: 'A vendor behind the service failed or answered something unusable. Repeat it later.',
  },
  busy: {
    status: 503,
    title: 'No capacity for images',
    prose:
      'Faces and documents are looked at by engines that take so many images at a time, of one tenant a part of them. Nothing was taken: repeat the request after the seconds that `Retry-After` names.',
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    prose:
      'Something that the service needs is away for a moment. Repeat the request after the seconds that `Retry-After` names; a POST with its Idempotency-Key.',
  },
} as const satisfies Record<string, { status: number; title: string; prose: string }>
