import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')

/** What the compiler says about files that exist in memory only, beside the README of the root. */
export function diagnose(files: ReadonlyMap<string, string>): string[] {
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), name =>
    readFileSync(name, 'utf8'),
  )
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const settings: ts.CompilerOptions = {
    ...options,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    composite: false,
    declaration: false,
    noEmit: true,
    types: ['vite/client'],
  }
  const host = ts.createCompilerHost(settings)
  const at = (name: string) => files.get(name.replace(`${root}/`, ''))
  const program = ts.createProgram(
    [...files.keys()].map(name => join(root, name)),
    settings,
    {
      ...host,
      fileExists: name => at(name) !== undefined || host.fileExists(name),
      readFile: name => at(name) ?? host.readFile(name),
      getSourceFile: (name, language) => {
        const text = at(name)
        return text === undefined
          ? host.getSourceFile(name, language)
          : ts.createSourceFile(name, text, language)
      },
    },
  )
  return [...files.keys()].flatMap(name => {
    const source = program.getSourceFile(join(root, name))
    return source
      ? [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
          ({ messageText, start = 0 }) =>
            `${name}:${source.getLineAndCharacterOfPosition(start).line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
        )
      : [`${name} is missing`]
  })
}
