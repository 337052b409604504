// Aids for forms where scripts run: a countdown until a message can be sent again, copying of an address, and a code
// that is sent at its last digit.

/** Shows the remaining time, then enables the button. */
function countDown(button: HTMLButtonElement): void {
  const line = document.getElementById(button.dataset['until'] ?? '')
  if (!line) return
  const endsAt = performance.now() + Number(line.dataset['seconds']) * 1_000
  const says = line.dataset['says'] ?? ''
  const tick = () => {
    const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))
    button.disabled = left > 0
    line.hidden = left === 0
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    line.textContent = says.replace('{time}', time)
    if (left === 0) clearInterval(timer)
  }
  const timer = setInterval(tick, 1_000)
  tick()
}

function offerCopy(button: HTMLButtonElement): void {
  // The clipboard is available to secure pages only.
  if (!navigator.clipboard) return
  button.hidden = false
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(() => {
      button.textContent = button.dataset['done'] ?? ''
    })
  })
}

/** Sent only once, because a press of the button after it would cost another try of the code. */
function sendWhole(field: HTMLInputElement): void {
  const { form } = field
  let isSent = false
  field.addEventListener('input', () => {
    const typed = field.value.replaceAll(/\D/g, '')
    // Missing in Safari before 16, where the person presses the button.
    if (typed.length === Number(field.dataset['digits'])) form?.requestSubmit?.()
  })
  form?.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault()
    isSent = true
  })
  // A person who navigates back finds the same form again, so it can be sent again.
  addEventListener('pageshow', () => {
    isSent = false
  })
}

for (const field of document.querySelectorAll<HTMLInputElement>('input[data-digits]'))
  sendWhole(field)
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-until]'))
  countDown(button)
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]'))
  offerCopy(button)
