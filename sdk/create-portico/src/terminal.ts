import { createInterface } from 'node:readline/promises'
import type { Option } from './app/choices.js'

/** Where the command runs. Without `ask` nobody can be asked, and every answer is a flag. */
export interface Terminal {
  /** The folder in which the command was called. */
  readonly folder: string
  write(text: string): void
  /** Resolves with the line that was typed, or undefined when the input ended. */
  readonly ask?: ((question: string) => Promise<string | undefined>) | undefined
}

/** The terminal of this process. `close` lets the process end. */
export function processTerminal(): Terminal & { close(): void } {
  const write = (text: string) => void process.stdout.write(text)
  if (!process.stdin.isTTY) return { folder: process.cwd(), write, close: () => undefined }
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const ended = new Promise<undefined>(resolve => lines.once('close', () => resolve(undefined)))
  return {
    folder: process.cwd(),
    write,
    ask: question => Promise.race([lines.question(question), ended]),
    close: () => lines.close(),
  }
}

const numbered = (options: readonly Option[]) =>
  options.map(({ id, label }, at) => `  ${at + 1}  ${id.padEnd(14)}${label}\n`).join('')
/** The id behind a number of the list, or the text as it was typed. */
const idOf = (answer: string, options: readonly Option[]) =>
  options[Number(answer) - 1]?.id ?? answer

type Ask = NonNullable<Terminal['ask']>

/** Asks for a text. An empty answer is the proposal. */
export async function askText(ask: Ask, question: string, proposed: string): Promise<string> {
  const answer = await ask(`${question} (${proposed}): `)
  return answer?.trim() || proposed
}

/** Asks for one option, by its number or its id. An empty answer is the first. */
export async function askOne(
  ask: Ask,
  question: string,
  options: readonly Option[],
): Promise<string> {
  const answer = await ask(`${question}\n${numbered(options)}One number or name (1): `)
  return idOf(answer?.trim() || '1', options)
}

/** Asks for any number of options. An empty answer is the proposal, `none` is none. */
export async function askSeveral(
  ask: Ask,
  question: string,
  options: readonly Option[],
  proposed: readonly string[],
): Promise<readonly string[]> {
  const answer = await ask(
    `${question}\n${numbered(options)}Numbers or names, with commas (${proposed.join(',')}), or none: `,
  )
  return readList(answer?.trim() || proposed.join(',')).map(one => idOf(one, options))
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
