// An editor for the text of a document, which completes and explains by the published schema, and marks faults at their
// lines.
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { placeAt } from './place.ts'
import { describe, keysAt, type Schema, schemasOf, valuesAt } from './suggestions.ts'

export type Fault = {
  readonly pointer?: string
  readonly detail: string
  readonly line?: number
  readonly column?: number
}

type EditorProps = {
  readonly text: string
  readonly label: string
  readonly schema: Schema | undefined
  readonly faults: readonly Fault[]
  /** The line to jump to; another object with the same line jumps again. */
  readonly goTo: { readonly line: number } | undefined
  readonly onChange: (text: string) => void
}

/** The library creates style sheets, which the document's policy allows only with the nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? ''

/** Reads `text` only when it is mounted, and then keeps its own; to show another text, give another `key`. */
export function Editor({ text, label, schema, faults, goTo, onChange }: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | undefined>(undefined)
  const latest = useRef({ schema, onChange })
  latest.current = { schema, onChange }
  useLayoutEffect(() => {
    if (!place.current) return
    const own = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of({
            'aria-label': label,
            spellcheck: 'false',
            tabindex: '0',
          }),
          lineNumbers(),
          history(),
          indentOnInput(),
          highlightActiveLine(),
          yaml(),
          syntaxHighlighting(colours),
          lintGutter(),
          autocompletion({ override: [(context) => complete(latest.current.schema, context)] }),
          hoverTooltip((editor, at) => explain(latest.current.schema, editor, at)),
          keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
          look,
        ],
      }),
    })
    view.current = own
    return () => own.destroy()
  }, [])
  useEffect(() => {
    const own = view.current
    if (own)
      own.dispatch(
        setDiagnostics(
          own.state,
          faults.flatMap((one) => toMark(own.state, one)),
        ),
      )
  }, [faults])
  useEffect(() => {
    const own = view.current
    if (!own || !goTo) return
    const { from } = own.state.doc.line(Math.min(goTo.line, own.state.doc.lines))
    own.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) }) // prettier-ignore
    own.focus()
  }, [goTo])
  return <div class="pack-editor" ref={place} />
}

/** Marks a fault from its position to the end of the line. */
function toMark({ doc }: EditorState, { detail, line = 1, column = 1 }: Fault): Diagnostic[] {
  if (line > doc.lines) return []
  const { from, to } = doc.line(line)
  const start = Math.min(to, from + column - 1)
  return [{ from: start, to: Math.max(start, to), severity: 'error', message: detail }]
}

const placeOf = ({ doc }: EditorState, at: number) => placeAt(doc.toString(), at)

function complete(schema: Schema | undefined, context: CompletionContext): CompletionResult | null {
  if (!schema) return null
  const word = context.matchBefore(/[\w.$-]*/)
  if (!word || (word.from === word.to && !context.explicit)) return null
  const place = placeOf(context.state, context.pos)
  const values = valuesAt(schema, place)
  const isKey = place.key === undefined
  const options = [
    ...(isKey ? keysAt(schema, place).map((one) => ({ ...one, apply: `${one.label}: `, type: 'property' })) : []), // prettier-ignore
    ...(isKey && values.length === 0 ? [] : values.map((one) => ({ ...one, type: 'enum' }))),
  ]
  return options.length === 0 ? null : { from: word.from, options, validFor: /^[\w.$-]*$/ }
}

function explain(schema: Schema | undefined, { state }: EditorView, at: number) {
  const line = state.doc.lineAt(at)
  const before = /[\w$-]*$/.exec(line.text.slice(0, at - line.from))?.[0] ?? ''
  const after = /^[\w$-]*/.exec(line.text.slice(at - line.from))?.[0] ?? ''
  const start = at - before.length
  const isKey = line.text.slice(at - line.from + after.length).startsWith(':')
  if (!schema || !isKey) return null
  const said = describe(schemasOf(schema, placeOf(state, start), before + after))
  if (said === undefined) return null
  const create = () => {
    const dom = document.createElement('div')
    dom.className = 'pack-hover'
    dom.textContent = said
    return { dom }
  }
  return { pos: start, end: at + after.length, create }
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--ink-soft)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.keyword], color: 'var(--warn)' },
])

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--raised)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: 'var(--t2)', lineHeight: '18px' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-soft)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    borderColor: 'var(--line)',
    color: 'var(--ink)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--ink)',
  },
  '&.cm-focused': { outline: 'none' },
})
