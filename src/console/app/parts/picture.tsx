// A picture that the session may see: loaded only when it is shown, and forgotten with the page.
import { useEffect, useState } from 'preact/hooks'
import { api, type Problem, problemOf, useQuery } from '../api/query.ts'
import { Dialog } from './dialog.tsx'
import { Loading, ProblemNote, Waiting } from './page.tsx'
import { words } from './words.ts'

function Picture({ path, alt }: { path: string; alt: string }) {
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

type Links = Partial<Record<'selfieUrl' | 'documentFrontUrl' | 'documentBackUrl', string>>

/** The selfie beside the document of a transaction, for readers with the scope. Each view is audited. */
export function PersonPictures({ transactionId }: { transactionId: string }) {
  const { data, problem } = useQuery(`pictures ${transactionId}`, async () => {
    const read = (of: string) =>
      api.get<Links>(`/v1/transaction/${transactionId}/biometrics/${of}`).catch(noLinks)
    return { ...(await read('selfie')), ...(await read('document')) }
  })
  if (!data) return <Waiting problem={problem} />
  const { selfieUrl, documentFrontUrl, documentBackUrl } = data
  const known = Object.entries({
    [words.selfie]: selfieUrl,
    [words.front]: documentFrontUrl,
    [words.reverse]: documentBackUrl,
  }).filter(([, link]) => link !== undefined)
  if (known.length === 0) return <p class="soft">{words.noPictures}</p>
  return (
    <div class="tiles">
      {known.map(([alt, link = '']) => (
        <figure key={alt}>
          <Picture path={pathOf(link)} alt={alt} />
          <figcaption>{alt}</figcaption>
        </figure>
      ))}
    </div>
  )
}

/** The path of a link, because the service may have another public address. */
function pathOf(link: string): string {
  const { pathname, search } = new URL(link, location.origin)
  return pathname + search
}

function noLinks(error: unknown): Links {
  if (problemOf(error).status === 404) return {}
  throw error
}

/** A mail as its reader's program shows it, in a document of the API that runs no script, at its full height. */
export function MailFrame({ path, title }: { path: string; title: string }) {
  const [height, setHeight] = useState(480)
  return (
    <iframe
      class="mail-frame"
      src={path}
      title={title}
      // The same origin lets the page measure the document, and popups let its link open; scripts do not run in it.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      style={{ height: `${height}px` }}
      onLoad={({ currentTarget }) => {
        const shown = currentTarget.contentDocument?.documentElement.scrollHeight
        if (shown) setHeight(Math.min(shown, 1_200))
      }}
    />
  )
}
