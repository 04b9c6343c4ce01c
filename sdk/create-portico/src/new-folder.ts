import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CreateError } from './errors.js'

/** The text of each new file, by its path below the new folder. */
export type Files = Readonly<Record<string, string>>

/** What may be in a folder that counts as empty: a repository without files. */
const ignored = new Set(['.git', '.DS_Store'])

/** Throws CreateError `FOLDER_NOT_EMPTY` where files would be mixed with others. */
export function refuseUsedFolder(folder: string, shown: string): void {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory())
    throw new CreateError(
      'FOLDER_NOT_EMPTY',
      `"${shown}" is a file. Name a folder that does not exist yet.`,
    )
  const [found] = readdirSync(folder).filter(name => !ignored.has(name))
  if (found !== undefined)
    throw new CreateError(
      'FOLDER_NOT_EMPTY',
      `The folder "${shown}" is not empty (${found}). Name another folder, or empty it first.`,
    )
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
}
