// Makes sure that the namespace knows our search attributes: without them no workflow can be started.
import type { Connection } from '@temporalio/client'
import { searchAttributes } from '#workflows/messages.ts'

const keyword = 2 // temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD

/** Adds what is missing. Where an operator keeps that right (Temporal Cloud), it throws. */
export async function ensureSearchAttributes(
  connection: Connection,
  namespace: string,
): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace })
  const missing = Object.values(searchAttributes)
    .map(({ name }) => name)
    .filter((name) => !(name in (customAttributes ?? {})))
  if (missing.length === 0) return
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
  })
}
