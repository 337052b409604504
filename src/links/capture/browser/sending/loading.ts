// Loads what the face step needs before its library asks for it, and says how much of it has come.

type Weight = {
  /** Of all files, and as they come over the line. */
  readonly whole: number
  readonly sent: number
}

/** What was loaded during earlier steps comes from the cache at once. `onShare`: 0 to 1. */
export async function loadFiles(
  files: readonly string[],
  { whole }: Weight,
  onShare: (share: number) => void,
): Promise<void> {
  let got = 0
  for (const address of files) {
    const { body } = await fetch(address)
    const reader = body?.getReader()
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) break
      got += part.value.byteLength
      onShare(Math.min(1, got / Math.max(1, whole)))
    }
  }
}

/** Millions of bytes, with one digit. */
export const inMegabytes = (bytes: number, language: string): string =>
  (bytes / 1_000_000).toLocaleString(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
