// A picture that the session may see: it is loaded once it is shown, and forgotten with the page.
import { useEffect, useState } from 'preact/hooks'
import { api, type Problem, problemOf } from '../api/client.ts'
import { Dialog } from './dialog.tsx'
import { Loading, ProblemNote } from './page.tsx'
import { usePartWords } from './words.ts'

export function Picture({ path, alt }: { path: string; alt: string }) {
  const words = usePartWords()
  const [address, setAddress] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const [isLarge, setLarge] = useState(false)
  useEffect(() => {
    let made: string | undefined
    let isLeft = false
    api
      .blob(path)
      .then((blob) => {
        if (isLeft) return
        made = URL.createObjectURL(blob)
        setAddress(made)
      })
      .catch((error: unknown) => !isLeft && setProblem(problemOf(error)))
    return () => {
      isLeft = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [path])
  if (problem) return <ProblemNote problem={problem} />
  if (!address) return <Loading />
  return (
    <>
      <button
        type="button"
        class="picture"
        aria-label={words.enlarge(alt)}
        onClick={() => setLarge(true)}
      >
        <img src={address} alt={alt} />
      </button>
      {isLarge && (
        <Dialog title={alt} wide onClose={() => setLarge(false)}>
          <img class="picture-large" src={address} alt={alt} />
        </Dialog>
      )}
    </>
  )
}

/** A mail as its reader's program shows it: a document of the API's that runs nothing, as high as it is. */
export function MailFrame({ path, title }: { path: string; title: string }) {
  const [height, setHeight] = useState(480)
  return (
    <iframe
      class="mail-frame"
      src={path}
      title={title}
      // Of the same origin to be measured, and to open its link; nothing in it runs.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      style={{ height: `${height}px` }}
      onLoad={({ currentTarget }) => {
        const shown = currentTarget.contentDocument?.documentElement.scrollHeight
        if (shown) setHeight(Math.min(shown, 1_200))
      }}
    />
  )
}
