// CPU time and memory of processes, from /proc; NaN on a system without it.
import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10 // USER_HZ is 100 on every Linux that Node runs on
const pageKb = 4

type Stat = { readonly pid: number; readonly parent: number; readonly ticks: number }

/** The CPU time in milliseconds that these processes and their descendants have used so far. */
export function readCpuMs(pids: readonly number[]): number {
  const all = readAll()
  const counted = new Set(pids)
  // Repeated until nothing is added, because a child may have a smaller process id than its parent.
  for (let size = 0; size !== counted.size;) {
    size = counted.size
    for (const { pid, parent } of all) if (counted.has(parent)) counted.add(pid)
  }
  const ticks = all.filter(({ pid }) => counted.has(pid)).map((stat) => stat.ticks)
  return ticks.length === 0 ? Number.NaN : ticks.reduce((sum, one) => sum + one, 0) * tickMs
}

/** The resident memory of one process. */
export function readRssKb(pid: number): number {
  const [, resident] = (readProc(`${pid}/statm`) ?? '').split(' ')
  return Number(resident ?? Number.NaN) * pageKb
}

/** The resident memory of a process and its descendants. */
export function readTreeRssKb(pid: number): number {
  const children = readAll().filter(({ parent }) => parent === pid)
  return readRssKb(pid) + children.reduce((sum, one) => sum + readTreeRssKb(one.pid), 0)
}

function readAll(): Stat[] {
  return listPids().flatMap((pid) => {
    const text = readProc(`${pid}/stat`)
    if (text === undefined) return []
    // The name in parentheses may contain spaces; the state follows it.
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
