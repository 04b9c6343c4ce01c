import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runFolder } from '../scripts/run-folder.mjs'

/**
 * The environment of a program that is to find no font of the system: a configuration of fontconfig
 * without folders.
 */
export function environmentWithoutFonts(): Readonly<Record<string, string>> {
  const folder = join(runFolder(), 'no-fonts')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><cachedir>${folder}</cachedir></fontconfig>\n`,
  )
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(own), FONTCONFIG_FILE: file }
}
