// How long something keeps the processor, whatever else the machine does meanwhile.

/** Milliseconds of this thread's processor time. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const after = process.threadCpuUsage()
  return (after.user - before.user + after.system - before.system) / 1_000
}
