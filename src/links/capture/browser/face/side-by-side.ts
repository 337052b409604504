// Sends pictures in parallel, so that none waits for another on a slow connection.

/** The number of parallel requests that browsers allow to one server. */
const atOnce = 6

type OnShare = (share: number) => void
/** Resolves to undefined when the picture was refused, after telling the person. */
type Upload = (picture: Blob, onShare: OnShare) => Promise<string | undefined>

/**
 * The names of all pictures in order; undefined for a refused one. `onShare` gets the sent share of them all, 0 to 1.
 */
export async function sideBySide(
  pictures: readonly Blob[],
  upload: Upload,
  onShare: OnShare,
): Promise<string[] | undefined> {
  const shares = pictures.map(() => 0)
  const names: (string | undefined)[] = []
  const waiting = [...pictures.entries()]
  const sendNext = async (): Promise<void> => {
    const [next] = waiting.splice(0, 1)
    if (!next) return
    const [at, picture] = next
    names[at] = await upload(picture, (share) => {
      shares[at] = share
      onShare(shares.reduce((sum, one) => sum + one, 0) / shares.length)
    })
    if (names[at] !== undefined) await sendNext()
  }
  await Promise.all(Array.from({ length: atOnce }, sendNext))
  const sent = names.filter((name) => name !== undefined)
  return sent.length < pictures.length ? undefined : sent
}
