// Loads the mutated files before the first test. A file that a test loads with import() would
// otherwise count its constants as covered by that test alone, and the tests after it would not run
// against mutants of these constants.
const files: readonly string[] = JSON.parse(process.env.PORTICO_MUTANTS_FILES ?? '[]')
await Promise.all(files.map(file => import(/* @vite-ignore */ `../../../${file}`)))

export {}
