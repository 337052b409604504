import type { Route } from '../route.ts'

/** In bytes. */
export const bodyLimits = {
  /** A form of a page, and whatever comes to an operation that takes no body. */
  small: 16_384,
  /** One event of a vendor that sends forms. */
  form: 65_536,
  document: 65_536,
  json: 1_048_576,
  /** A vendor's batch of callbacks has up to 3 MB. */
  callback: 3_145_728,
  images: 26_214_400,
} as const

export type BodyLimit = keyof typeof bodyLimits

/** The largest body that a route takes, in bytes. */
export function bodyLimitOf({ bodyLimit, request }: Pick<Route, 'bodyLimit' | 'request'>): number {
  const takesBody = request.json ?? request.form ?? request.document
  return bodyLimits[bodyLimit ?? (takesBody ? 'json' : 'small')]
}
