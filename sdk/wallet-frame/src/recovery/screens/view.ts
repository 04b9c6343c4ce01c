/** Shows one question after the other in the frame, as plain elements, and waits for the answer. */
import { type Message, message } from '@portico/kernel/text'
import { FrameRefusal } from '../../frame/errors.js'

export interface Field {
  readonly name: string
  readonly label: Message | string
  readonly inputMode?: 'numeric'
}
export interface Button {
  /** What `ask` answers. */
  readonly name: string
  readonly label: Message
}
export interface Question {
  readonly title: Message
  readonly content?: readonly Node[]
  readonly fields?: readonly Field[]
  /** The first one is what Enter does. */
  readonly buttons?: readonly Button[]
  /** What went wrong with the last answer. */
  readonly problem?: Message | undefined
  /** A button that ends well, with the answer `close`. Without it there is Cancel. */
  readonly close?: Message
}
export interface Answer {
  readonly button: string
  value(field: string): string
}

export interface View {
  readonly document: Document
  element<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    ...content: readonly (Node | Message | string)[]
  ): HTMLElementTagNameMap[Name]
  /** A button that leaves the question as it is. */
  action(label: Message, press: () => void): HTMLButtonElement
  /** Rejects with a FrameRefusal `DECLINED` when the person cancels. */
  ask(question: Question): Promise<Answer>
}

const cancelMessage = message('frame.cancel', 'Cancel')

export function createView({
  document,
  translate,
  signal,
}: {
  readonly document: Document
  readonly translate: (message: Message) => string
  readonly signal: AbortSignal
}): View {
  const textOf = (content: Message | string) =>
    typeof content === 'string' ? content : translate(content)
  const element: View['element'] = (name, ...content) => {
    const made = document.createElement(name)
    made.append(...content.map(part => (part instanceof Node ? part : textOf(part))))
    return made
  }
  const action: View['action'] = (label, press) => {
    const made = element('button', label)
    made.type = 'button'
    made.addEventListener('click', press)
    return made
  }
  const inputOf = ({ name, label, inputMode }: Field, problem: HTMLElement | undefined) => {
    const input = element('input')
    input.name = name
    input.required = true
    input.autocomplete = 'off'
    input.spellcheck = false
    input.autocapitalize = 'off'
    if (inputMode) input.inputMode = inputMode
    if (problem) {
      input.setAttribute('aria-invalid', 'true')
      input.setAttribute('aria-describedby', problem.id)
    }
    return { input, label: element('label', element('span', label), input) }
  }
  const render = ({ title, content = [], fields = [], buttons = [], problem, close }: Question) => {
    const heading = element('h1', title)
    heading.tabIndex = -1
    const note = problem && element('p', problem)
    if (note) {
      note.id = 'problem'
      note.className = 'warning'
      note.setAttribute('role', 'alert')
    }
    const inputs = fields.map(field => inputOf(field, note))
    const cancel = action(close ?? cancelMessage, () => undefined)
    const submits = buttons.map(({ name, label }, at) => {
      const made = element('button', label)
      made.value = name
      if (at === 0) made.className = 'approve'
      // Only the first one reads the fields.
      else made.formNoValidate = true
      return made
    })
    const whole = element(
      'fieldset',
      heading,
      ...(note ? [note] : []),
      ...content,
      ...inputs.map(({ label }) => label),
      element('footer', ...submits, cancel),
    )
    const form = element('form', whole)
    document.body.replaceChildren(element('main', form))
    const first = inputs[0]?.input ?? heading
    first.focus({ preventScroll: true })
    return { form, whole, cancel, inputs }
  }
  return {
    document,
    element,
    action,
    ask(question) {
      const { form, whole, cancel, inputs } = render(question)
      const ending = new AbortController()
      return new Promise<Answer>((resolve, reject) => {
        const options = { signal: ending.signal }
        const leave = () =>
          question.close
            ? resolve({ button: 'close', value: () => '' })
            : reject(new FrameRefusal('DECLINED'))
        if (signal.aborted) reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason), options)
        cancel.addEventListener('click', leave, options)
        document.addEventListener(
          'keydown',
          ({ key }) => {
            if (key === 'Escape') leave()
          },
          options,
        )
        form.addEventListener(
          'submit',
          event => {
            event.preventDefault()
            const { submitter } = event
            const button = submitter instanceof HTMLButtonElement ? submitter.value : ''
            const values = new Map(inputs.map(({ input }) => [input.name, input.value.trim()]))
            resolve({ button, value: field => values.get(field) ?? '' })
          },
          options,
        )
      }).finally(() => {
        ending.abort()
        // Nothing can be pressed until the next question, and nothing typed stays.
        whole.disabled = true
        form.setAttribute('aria-busy', 'true')
        for (const { input } of inputs) input.value = ''
      })
    },
  }
}
