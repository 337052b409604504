// The introduction of the OpenAPI document: a first journey, links to the rules, and the groups of operations.
import type { DocumentInfo } from './document.ts'
import {
  describeInsights,
  describeSandbox,
  guideOf,
  type MagicValues,
  type Tables,
} from './guide.ts'

/** The introduction and the groups of operations, in the order in which the document shows them. */
export function introduceDocument(magic: MagicValues, tables: Tables): DocumentInfo {
  const guide = guideOf(magic, tables)
  const tags = Object.entries(tagsWith(magic, tables))
  return {
    description: introduction,
    tags: tags.map(([name, description]) => ({ name, description })),
    guide,
  }
}

const introduction = `Atesta runs identity-verification journeys. A client creates a **transaction** for a person or company, attaches **modules** to it (tokens, scores and more), or asks for a **pack** that composes them, and reads the results.

A first journey: \`POST /v1/transaction\`, \`POST /v1/transaction/{id}/emails/tokens\`, \`POST /v1/transaction/{id}/emails/tokens/validation\` with the code, \`GET /v1/packs/basic/{id}\`. \`GET /v1/transaction/{id}/timeline\` shows what happened.

Every operation answers with and without a trailing slash. Bodies are JSON in UTF-8, not compressed, at most 1 MiB (25 MiB with pictures, 128 KiB for some documents) and 64 levels deep, with numbers of at most 2,000 digits, without NUL or half surrogate pairs; unknown fields are ignored. Times are UTC.

Send \`Authorization: Bearer\` with a JWT of an issuer that the service trusts, or with an API key, and \`Idempotency-Key\` with each POST. Every refusal is a problem document (RFC 9457): \`code\` says which, \`type\` explains it. Answers may gain fields.

[What all operations share](/docs/guide/rules): credentials, idempotency, errors, limits, languages. [The sandbox](/docs/guide/sandbox) and its magic values, [insights](/docs/guide/insights), [facts](/docs/guide/facts).`

const tagsWith = (magic: MagicValues, tables: Tables): Readonly<Record<string, string>> => ({
  Transaction:
    'Everything begins here: a transaction is one person or company to verify. What is sent at its creation is stored sealed, echoed, and used by every module.',
  Erasure:
    'Erases a transaction and proves it, and says what keeps one: duties of its class, legal holds. Scopes `data:erase`, `data:hold`, `legal:read`.',
  'E-mail token':
    'Proves that somebody reads the e-mail address of the transaction: a message with a six-digit code and a link, either of which makes the token `Valid`.',
  'SMS token':
    'Proves that somebody reads what comes to the mobile phone of the transaction: a message with a six-digit code and a link, either of which makes the token `Valid`.',
  'SMS 2FA':
    'A question to the hottest mobile phone of the transaction, answered by replying to the SMS.',
  'WhatsApp 2FA':
    'A question to the hottest mobile phone of the transaction, answered with a button in WhatsApp.',
  'Background check':
    'What is known about a person or a company: bought from the accounts of the deployment, each service exactly once. A technical failure is a failure of the service, never a verdict.',
  'Credit score':
    'The credit scores of a source, bought once in 24 hours. Needs the scope `credit:read`.',
  Biometrics:
    'Selfies, documents and the device that took them, looked at by engines that run here. A technical failure is never a verdict.',
  'Token pages and images':
    'The page that the link of a message opens, for the person who got it, and images by their URLs. They need no credential.',
  Insights: `Findings about a transaction, derived at once from what is known of it: its data, what its tenant has seen before, what other modules have found. ${describeInsights(tables)}`,
  Scorecards:
    'What scores and ratings are computed by: rules over facts, published as data, with versions that never change.',
  'Verification links':
    'A page of this service that a person walks on a phone: consent, confirmations, document, face. The client asks for the link, hands it over, and reads the score. What nobody could decide is decided by a person, with the scope `reviews:write`.',
  Packs:
    'A pack is a named and versioned composition of modules. One call answers with the transaction and with a section for each module of the pack.',
  Reviews:
    'What a person is to decide: runs of packs that end with `review`, review steps, steps of verification links. One queue, which hands out, by the scope `reviews:write`. A decision stands in the audit with its person.',
  Lists:
    'What a tenant denies, and what it lets be seen often: values stand as keyed hashes alone. Entries are facts and insights of transactions that show the same.',
  Events:
    'What has happened to the transactions of a tenant, so that nobody has to ask for each of them again and again. Ids, codes and times; `webhooks` lists the types.',
  Webhooks:
    'Events that are sent to an address, by [Standard Webhooks](https://www.standardwebhooks.com). A try at once, then for three days; an event may come more than once, and in any order.',
  Endpoints:
    'The tenant’s own systems that packs call: each with a name, an address, a secret that signs both ways, and headers for a gateway. Scope `endpoints:write`.',
  'Message wordings':
    'What the messages of a tenant say in each language, and what each is expected to cost.',
  Suppressions:
    'Numbers whose person wished to get no more messages, and numbers that vendors do not know. Scope `messages:write`.',
  'API keys':
    'Credentials for who has no issuer: hashed, expiring, with at most the rights of whoever made them.',
  Sessions:
    'Who is signed in to the console, in which browsers. A session is a cookie; its requests are those of a credential with the person’s scopes.',
  Tenants:
    'Which tenants there are, and what each may do and has of its own. For the operator’s own credentials.',
  Audit:
    'Who published, decided, searched or saw what, by which request. Subjects stand there as keyed hashes.',
  Sandbox: `What a sandbox transaction needs instead of the world: its messages, its replies, its clock. Credentials of mode \`live\` get 404 here. [/sandbox](/sandbox) shows the same as a person's mailbox would.

${describeSandbox(magic)}`,
  Callbacks:
    'For the servers of vendors, not for clients. They bring a proof of their own instead of a credential.',
  Operation: 'For those who run the service. They need no credential and say nothing more.',
})
