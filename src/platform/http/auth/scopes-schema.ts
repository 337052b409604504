// The closed list of scopes.

/** Every scope, with what it allows. */
export const scopes = {
  'transactions:read': 'answers, timelines, packs',
  'transactions:write': 'everything that a journey does',
  'images:read': 'links to pictures',
  'credit:read': 'credit scores',
  'packs:write': 'publishing packs and scorecards, starting backtests',
  'packs:live': 'what new runs get',
  'reports:read': 'statistics, lists, search, backtests',
  'reviews:write': 'reviews and their decisions',
  'messages:write': 'numbers that get nothing',
  'webhooks:write': 'where events are sent',
  'endpoints:write': 'the tenant’s own systems that are called',
  'lists:write': 'deny and allow entries',
  'keys:write': 'API keys, sessions of others',
  'tenants:admin': 'tenants; of the operator’s issuer alone',
  'audit:read': 'who has done and seen what',
  'legal:read': 'what is kept for legal duties alone',
  'data:hold': 'legal holds',
  'data:erase': 'erasure',
} as const satisfies Record<string, string>

export type Scope = keyof typeof scopes

// Safe because the object above has no other keys.
export const scopeNames = Object.keys(scopes) as Scope[]

export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name)
