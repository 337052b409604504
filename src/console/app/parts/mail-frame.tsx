// A mail as its reader's program shows it: a document of the API's that runs nothing, as high as it is.
import { useState } from 'preact/hooks'

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
