// What the Temporal UI shows of a transaction while it is open: ids, codes and times.
import type { Journey } from './journey.ts'

export function describe(journey: Journey): string {
  const { state, running } = journey
  const lines = [
    `Journal read up to **${state.seq}**${state.erased ? ', **erased**' : ''}`,
    ...Object.entries(state.emailToken.open).map(
      ([ref, { phase, expiresAt }]) =>
        `- e-mail token \`${ref}\`: ${phase}, expires ${show(expiresAt)}`,
    ),
    ...Object.entries(state.packs).map(
      ([ref, { name, version, modules }]) =>
        `- pack ${name}@${version} \`${ref}\`: ${showModules(modules)}`,
    ),
    ...[...running].map((key) => `- running: \`${key}\``),
    ...state.failed.map((key) => `- failed: \`${key}\``),
  ]
  return lines.join('\n')
}

const show = (time: number) => new Date(time).toISOString()

const showModules = (modules: Record<string, { status: string }>) =>
  Object.entries(modules)
    .map(([key, { status }]) => `${key} ${status}`)
    .join(', ') || 'begins'
