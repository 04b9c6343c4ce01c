import { expect, it } from 'vitest'
import { deviceName } from './device-name.js'

const mozilla = 'Mozilla/5.0'
it.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) Chrome/142.0 Safari/537.36 Edg/142.0`,
    'Edge, Windows',
  ],
  [`${mozilla} (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36`, 'Chrome, Linux'],
  [`${mozilla} (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36`, 'Chrome, Android'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1`,
    'Safari, iPhone',
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0`,
    'Firefox, macOS',
  ],
  ['a browser of its own', undefined],
])('the browser that says "%s" has the name %s in the list of devices', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})
