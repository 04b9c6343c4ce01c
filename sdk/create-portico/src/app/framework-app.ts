import type { Files } from '../new-folder.js'
import type { dependencies } from '../versions.js'

/** What is particular to a framework. */
export interface FrameworkApp {
  readonly scripts: Readonly<Record<string, string>>
  /** Beside the packages of Portico, React and TypeScript. */
  readonly dependencies?: Parameters<typeof dependencies>[1]
  readonly devDependencies: Parameters<typeof dependencies>[1]
  /** The folder of the file that creates the Portico. */
  readonly source: string
  /** `portico` is the text of that file. */
  files(name: string, portico: string): Files
}
