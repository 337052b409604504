// The place of a reader among the events: which database counted it, the commit, and the event in it.

/** `origin` names the database and its timeline: another one counts its commits anew. */
export type Cursor = { readonly origin: string; readonly tx: number; readonly id: string }

/** In base 36, so that it is short; the timeline is what grows at each failover. */
export const originOf = (systemId: string, timeline: string): string =>
  `${BigInt(systemId).toString(36)}${parseInt(timeline, 16).toString(36).padStart(4, '0')}`

export const writeCursor = ({ origin, tx, id }: Cursor): string =>
  `${origin}-${tx}-${id.replaceAll('-', '')}`

/** Of what the schema has let in. */
export function readCursor(text: string): Cursor {
  const [origin = '', tx = '0', hex = ''] = text.split('-')
  return {
    origin,
    tx: Number(tx),
    id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  }
}

/** When the id of a cursor was made, epoch ms: events of before may be gone. */
export const timeOf = ({ id }: Cursor): number => parseInt(id.replace('-', '').slice(0, 12), 16)
