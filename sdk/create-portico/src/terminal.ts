import { createInterface } from 'node:readline/promises'
import type { Option } from './app/choices.js'
import { CreateError } from './errors.js'

/** Where the command runs. Without `ask` it asks no question, and every answer is a flag. */
export interface Terminal {
  /** The folder in which the command was called. */
  readonly folder: string
  write(text: string): void
  /** Resolves with the line that was typed, or undefined when the input ended. */
  readonly ask?: ((question: string) => Promise<string | undefined>) | undefined
}

/** The terminal of this process, or of these streams. `close` lets the process end. */
export function processTerminal(
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean } = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Terminal & { close(): void } {
  const write = (text: string) => void output.write(text)
  if (!input.isTTY) return { folder: process.cwd(), write, close: () => undefined }
  const lines = createInterface({ input, output })
  const ended = new Promise<undefined>(resolve => lines.once('close', () => resolve(undefined)))
  // Ctrl+C and Ctrl+D reject the question with an AbortError, in some versions of Node only.
  const question = (text: string) =>
    lines.question(text).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'AbortError') return undefined
      throw error
    })
  return {
    folder: process.cwd(),
    write,
    ask: text => Promise.race([question(text), ended]),
    close: () => lines.close(),
  }
}

const numbered = (options: readonly Option[]) =>
  options.map(({ id, label }, at) => `  ${at + 1}  ${id.padEnd(14)}${label}\n`).join('')
/** The id behind a number of the list, or the text as it was typed. */
const idOf = (answer: string, options: readonly Option[]) =>
  options[Number(answer) - 1]?.id ?? answer

type Ask = NonNullable<Terminal['ask']>

/** The line that was typed. Throws CreateError `CANCELLED` when the input ended instead. */
async function lineOf(ask: Ask, question: string): Promise<string> {
  const line = await ask(question)
  if (line === undefined) throw new CreateError('CANCELLED', 'Cancelled. Nothing was written.')
  return line.trim()
}

/** Asks for a text. An empty answer is the proposal. Throws CreateError `CANCELLED`. */
export async function askText(ask: Ask, question: string, proposed: string): Promise<string> {
  return (await lineOf(ask, `${question} (${proposed}): `)) || proposed
}

/**
 * Asks for one option, by its number or its id. An empty answer is the first.
 *
 * @throws CreateError `CANCELLED`
 */
export async function askOne(
  ask: Ask,
  question: string,
  options: readonly Option[],
): Promise<string> {
  const answer = await lineOf(ask, `${question}\n${numbered(options)}One number or name (1): `)
  return idOf(answer || '1', options)
}

/**
 * Asks for any number of options. An empty answer is the proposal, `none` is none.
 *
 * @throws CreateError `CANCELLED`
 */
export async function askSeveral(
  ask: Ask,
  question: string,
  options: readonly Option[],
  proposed: readonly string[],
): Promise<readonly string[]> {
  const answer = await lineOf(
    ask,
    `${question}\n${numbered(options)}Numbers or names, with commas (${proposed.join(',')}), or none: `,
  )
  return readList(answer || proposed.join(',')).map(one => idOf(one, options))
}

/** The parts of `one,two`, each once. `none` is the empty list. */
export const readList = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map(part => part.trim())
      .filter(part => part && part !== 'none'),
  ),
]
