// A picture that the session may see: it is loaded once it is shown, and forgotten with the page.
import { useEffect, useState } from 'preact/hooks'
import { api, type Problem, problemOf } from '../api/client.ts'
import { useWords } from '../words/words.ts'
import { Dialog } from './dialog.tsx'
import { Loading } from './page.tsx'
import { ProblemNote } from './problem-note.tsx'
import { partWords } from './words.ts'

export function Picture({ path, alt }: { path: string; alt: string }) {
  const words = useWords(partWords)
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
