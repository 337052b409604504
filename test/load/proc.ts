// CPU time and memory of processes, from /proc: on a system without it they are not a number.
import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10 // USER_HZ is 100 on every Linux that Node runs on
const pageKb = 4

type Stat = { readonly pid: number; readonly parent: number; readonly ticks: number }

/** Milliseconds of CPU that these processes, and what they have started, have used up to now. */
export function readCpuMs(pids: readonly number[]): number {
  const all = readAll()
  const counted = new Set(pids)
  // Parents have been started before their children, though not always under a smaller number.
  for (let size = 0; size !== counted.size;) {
    size = counted.size
    for (const { pid, parent } of all) if (counted.has(parent)) counted.add(pid)
  }
  const ticks = all.filter(({ pid }) => counted.has(pid)).map((stat) => stat.ticks)
  return ticks.length === 0 ? Number.NaN : ticks.reduce((sum, one) => sum + one, 0) * tickMs
}

/** Resident memory of one process. */
export function readRssKb(pid: number): number {
  const [, resident] = (readProc(`${pid}/statm`) ?? '').split(' ')
  return Number(resident ?? Number.NaN) * pageKb
}

/** Resident memory of a process and of what it has started. */
export function readTreeRssKb(pid: number): number {
  const children = readAll().filter(({ parent }) => parent === pid)
  return readRssKb(pid) + children.reduce((sum, one) => sum + readTreeRssKb(one.pid), 0)
}

function readAll(): Stat[] {
  return listPids().flatMap((pid) => {
    const text = readProc(`${pid}/stat`)
    if (text === undefined) return []
    // The name in parentheses may hold spaces; the state comes behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, reapedUser, reapedSystem] = fields.slice(11, 15).map(Number)
    const ticks = (user ?? 0) + (system ?? 0) + (reapedUser ?? 0) + (reapedSystem ?? 0)
    return [{ pid, parent: Number(fields[1]), ticks }]
  })
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return undefined
  }
}
