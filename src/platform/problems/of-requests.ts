/** Problem codes of the request itself (credential, scope, form), which do not depend on stored data. */
export const ofRequests = {
  'invalid-request': {
    status: 400,
    title: 'Request does not match the schema',
    prose:
      'A part of the request is missing, has the wrong type, or breaks a limit. `errors` points at each field: a pointer beginning with `#` is into the body, one beginning with `query#` or `header#` into that part of the request. Correct the request; sent again as it is, it is refused again.',
  },
  unauthorized: {
    status: 401,
    title: 'Missing or invalid credential',
    prose:
      'Send `Authorization: Bearer` with a token that was signed for this service, has not expired, and names its tenant, or with an API key (`ak_…`). In sandbox `detail` says what is wrong with the one that was sent.',
  },
  'scope-missing': {
    status: 403,
    title: 'Credential lacks the required scope',
    prose:
      'The credential is valid, but does not name the scope that this needs: `scope` in the problem says which. Ask for a token or an API key that has it.',
  },
  'person-needed': {
    status: 403,
    title: 'A signed-in person is required',
    prose:
      'This takes two people, or is an appeal. API keys and the credentials of programs are nobody: use a token of somebody who signed in at an issuer that is marked `people`.',
  },
  'cross-site': {
    status: 403,
    title: 'Cross-site request',
    prose:
      'The browser says that a page of another site sent the request, or it bears the cookie of a session without its `X-CSRF-Token` (`GET /v1/session`). Pages of this service alone do.',
  },
  'tenant-unknown': {
    status: 403,
    title: 'Tenant is not registered',
    prose: 'The credential is valid, but names a tenant that this installation does not know.',
  },
  'tenant-suspended': {
    status: 403,
    title: 'Tenant is suspended',
    prose:
      'The operator has suspended the tenant. What is under way ends in order; nothing is read or begun until it is lifted.',
  },
  'link-expired': {
    status: 403,
    title: 'Image URL is invalid or has expired',
    prose:
      'An image URL works for some minutes. Call the operation that returned it once more: it answers with a new one.',
  },
  'no-such-path': {
    status: 404,
    title: 'No such path',
    prose:
      'No operation has this path, whatever is sent to it: compare it with `/openapi.json`. It has to be written as it stands there, without `..` or encoded dots. Where something does not exist that a path names by its id, the code is `not-found`.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    prose:
      'The path names something that does not exist for this credential. What belongs to another tenant or to the other mode (sandbox, live) answers in the same way.',
  },
  'no-pack': {
    status: 404,
    title: 'No pack of this name',
    prose:
      'Neither the tenant nor the service has a pack of this name. `GET /v1/packs` lists those there are.',
  },
  'no-version': {
    status: 404,
    title: 'No such version',
    prose: 'The name is known, and this version of it was never published.',
  },
  'no-token': {
    status: 404,
    title: 'No token exists',
    prose:
      'The transaction exists, but no token of this kind was created for it. Create one first.',
  },
  'no-image': {
    status: 404,
    title: 'No image exists',
    prose:
      'The transaction exists, but no image of this kind was sent for it, or it is kept no longer.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    prose: 'The header `Allow` lists the methods that this address takes.',
  },
  expired: {
    status: 410,
    title: 'Record has expired',
    prose: 'The time in which this record could be used is over. Create a new one.',
  },
  'cursor-lost': {
    status: 410,
    title: 'Cursor is lost',
    prose:
      'The database was restored or has failed over, and counts anew, or what came behind the cursor is kept no longer. Begin without a cursor: what was read before comes again.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    prose:
      'A body may have 1 MiB; a body with images 25 MiB, where the operation takes images; a document that is published 128 KiB; what comes to an operation that takes no body, and the form of a page, 16 KiB.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type or encoding',
    prose:
      'Send the body with a Content-Type that the operation documents, in most cases `application/json`, in UTF-8, and without a Content-Encoding.',
  },
} as const satisfies Record<string, { status: number; title: string; prose: string }>
