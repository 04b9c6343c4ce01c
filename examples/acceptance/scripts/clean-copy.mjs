import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEnd, run } from './process.mjs'
import { root, workspaces } from './workspaces.mjs'

/**
 * Copies installed packages. Hard links where the disk allows them: a real copy takes a gigabyte.
 * @param {string} from
 * @param {string} to
 */
async function copyInstalled(from, to) {
  const { code } = await run('cp', ['-al', from, to])
  if (code === 0) return
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

/**
 * Copies the repository as a contributor outside has it: its own files and what is installed, in a
 * folder whose path has spaces, with nothing beside it. Builds and tests in it change nothing here.
 *
 * @returns {Promise<{ folder: string, remove: () => void }>}
 */
export async function copyRepository() {
  const above = mkdtempSync(join(tmpdir(), 'portico copy '))
  const folder = join(above, 'a clone')
  const remove = () => rmSync(above, { recursive: true, force: true, maxRetries: 5 })
  const forget = beforeEnd(remove)
  const { code, stdout, output } = await run(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { cwd: root },
  )
  if (code !== 0) throw new Error(`git could not list the files of this repository:\n${output}`)
  for (const file of stdout.split('\0').filter(name => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  const installed = ['.', ...workspaces().map(each => each.folder)]
    .map(each => join(each, 'node_modules'))
    .filter(each => existsSync(join(root, each)))
  for (const each of installed) await copyInstalled(join(root, each), join(folder, each))
  // Results and caches are written in place: through a hard link that would change ours.
  for (const name of ['.cache', '.vite', '.vite-temp'])
    rmSync(join(folder, 'node_modules', name), { recursive: true, force: true })
  return {
    folder,
    remove() {
      forget()
      remove()
    },
  }
}
