// Asks for a confirmation before a roll-out: what it changes, where, and why.
import { find, make } from '/pages/element.js'
import { field } from '/pages/parts.js'
import { address } from '/pages/reading.js'

/**
 * Resolves to the reason that was entered; undefined when it was cancelled.
 * @param {{ name: string, before: string, after: string, from?: number, version: number }} change
 * @returns {Promise<string | undefined>}
 */
export function confirmRollout({ name, before, after, from, version }) {
  const banner = find('banner', HTMLElement)
  const reason = make('textarea', { id: 'why', rows: '2', maxlength: '500', required: true })
  const difference =
    from === undefined || from === version
      ? undefined
      : make(
          'p',
          {},
          make(
            'a',
            { href: address({ pack: name, from, version }), target: '_blank' },
            'What differs between the two',
          ),
        )
  const form = make(
    'form',
    { method: 'dialog', class: 'stack' },
    make('h3', { id: 'confirm-title' }, `Change what new runs of ${name} get?`),
    make('p', { class: 'mode', 'data-mode': banner.dataset['mode'] ?? '' }, banner.textContent),
    make(
      'dl',
      { class: 'facts' },
      make('div', {}, make('dt', {}, 'Now'), make('dd', {}, before)),
      make('div', {}, make('dt', {}, 'From then on'), make('dd', {}, after)),
    ),
    difference,
    field('why', 'Why (stands in the audit)', reason),
    make(
      'p',
      { class: 'row' },
      make('button', { class: 'button main', value: 'yes' }, 'Roll out'),
      make('button', { class: 'button', value: 'no', formnovalidate: true }, 'Leave it as it is'),
    ),
  )
  const dialog = make('dialog', { 'aria-labelledby': 'confirm-title' }, form)
  document.body.append(dialog)
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes' ? reason.value.trim() : undefined)
    })
    dialog.showModal()
    reason.focus()
  })
}
