import { writeFileSync } from 'node:fs'

/**
 * A reporter of vitest that keeps a list of the test files that have started and not ended, so that
 * a run that had to be killed can name them.
 */
export default class UnfinishedFiles {
  /** @type {Set<string>} */
  #files = new Set()

  /** @param {{ relativeModuleId: string }} file */
  onTestModuleQueued({ relativeModuleId }) {
    this.#files.add(relativeModuleId)
    this.#write()
  }

  /** @param {{ relativeModuleId: string }} file */
  onTestModuleEnd({ relativeModuleId }) {
    this.#files.delete(relativeModuleId)
    this.#write()
  }

  #write() {
    writeFileSync(
      /** @type {string} */ (process.env.PORTICO_UNFINISHED_FILES),
      [...this.#files].join('\n'),
    )
  }
}
