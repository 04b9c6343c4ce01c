import { MissingNeed } from './needs.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { canRun, findProgram, installFromDebian } from './programs.mjs'

const firefoxPlaces = ['/Applications/Firefox.app/Contents/MacOS/firefox']
const findFirefox = () =>
  process.env.PORTICO_FIREFOX ??
  findProgram(['firefox-esr', 'firefox']) ??
  firefoxPlaces.find(canRun)

/**
 * The path of a Firefox: the one that PORTICO_FIREFOX names, this system's, or Debian's package
 * when we are root.
 *
 * @returns {Promise<string>}
 * @throws MissingNeed when there is none and none can be installed
 */
export async function firefox() {
  const found =
    findFirefox() ??
    (await oneAtATime('apt', () => installFromDebian('Firefox', ['firefox-esr'])).then(findFirefox))
  if (!found)
    throw new MissingNeed(
      'No Firefox was found and none could be installed: install one, or set PORTICO_FIREFOX to its path.',
    )
  return found
}

/**
 * The driver starts WebKitGTK's MiniBrowser, which comes in the same package; the browser draws on
 * a display without a screen.
 */
function findWebKit() {
  const driver = findProgram(['WebKitWebDriver'])
  const display = findProgram(['Xvfb'])
  return driver && display ? { driver, display } : undefined
}

/**
 * The programs of WebKitGTK: this system's, or Debian's packages when we are root.
 *
 * @returns {Promise<{ driver: string, display: string }>}
 * @throws MissingNeed when there are none and none can be installed
 */
export async function webKit() {
  const found =
    findWebKit() ??
    (await oneAtATime('apt', () =>
      installFromDebian('WebKitGTK', ['webkit2gtk-driver', 'xvfb']),
    ).then(findWebKit))
  if (!found)
    throw new MissingNeed(
      'No WebKitGTK was found and none could be installed: install the packages webkit2gtk-driver and xvfb (Debian, Ubuntu).',
    )
  return found
}

/**
 * What a run says that left engines out because they are not here. Undefined where all are here,
 * and in CI, where a missing one is a failure.
 */
export function skippedEngines() {
  const gone = [!findFirefox() && 'Firefox', !findWebKit() && 'WebKitGTK'].filter(Boolean)
  if (!gone.length || process.env.CI) return undefined
  return `The tour in ${gone.join(' and ')} was skipped: not installed here (install the packages firefox-esr, webkit2gtk-driver and xvfb, or run this as root on Debian)`
}
