import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const missing = join('/', 'a folder', 'that is nowhere')
const load = () => import('./vectors.js')

beforeEach(() => void vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

it('Without the public vectors a suite is collected with no cases, so that it can be skipped', async () => {
  vi.stubEnv('PORTICO_VECTORS', missing)
  vi.stubEnv('PORTICO_VECTORS_REQUIRED', '')
  const { hasVectors, vectors } = await load()
  expect([hasVectors, vectors('hostile-strings').cases]).toEqual([false, []])
})

it('With PORTICO_VECTORS_REQUIRED=1 every file that reads the vectors fails without them, and names the folder', async () => {
  vi.stubEnv('PORTICO_VECTORS', missing)
  vi.stubEnv('PORTICO_VECTORS_REQUIRED', '1')
  await expect(load()).rejects.toThrow(
    `PORTICO_VECTORS_REQUIRED is set, and there are no vectors in ${missing}.`,
  )
})
