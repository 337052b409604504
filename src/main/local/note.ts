// Writes notes of the set-up to standard error, so that a command’s output stays clean.

/** Prints one line for the user. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Shows that a long operation is still running: one updated line on a terminal, elsewhere a line every 15 s. */
export function showProgress(describe: (seconds: number) => string): { end(): void } {
  const terminal = process.stderr.isTTY
  const started = performance.now()
  const timer = setInterval(show, terminal ? 500 : 15_000)
  function show() {
    const line = describe(Math.round((performance.now() - started) / 1000))
    process.stderr.write(terminal ? `\r\u001B[2K${line}` : `${line}\n`)
  }
  show()
  return {
    end() {
      clearInterval(timer)
      if (terminal) process.stderr.write('\n')
    },
  }
}
