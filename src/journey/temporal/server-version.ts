// The oldest Temporal server that this release is tried with.
import type { Connection } from '@temporalio/client'

const least = '1.32.0'

/** Describes a fault of the server's version in one sentence; undefined for a version that cannot be read. */
export function describeOldServer(version: string): string | undefined {
  const [given, needed] = [version, least].map((one) => /^v?(\d+)\.(\d+)/.exec(one)?.slice(1))
  if (!given || !needed) return undefined
  const [major = 0, minor = 0] = given.map(Number)
  const [leastMajor = 0, leastMinor = 0] = needed.map(Number)
  const isOld = major < leastMajor || (major === leastMajor && minor < leastMinor)
  return isOld ? `Temporal ${version} is older than ${least}` : undefined
}

/** Rejects when the server does not answer. */
export async function readServerVersion(connection: Connection): Promise<string> {
  const { serverVersion } = await connection.workflowService.getSystemInfo({})
  return serverVersion ?? ''
}
