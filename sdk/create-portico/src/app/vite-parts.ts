/** What the apps that Vite builds share. */
export const viteCompilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['vite/client'],
  strict: true,
  noEmit: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
}

/** An index.html with a script. `body` is what stands in the page. */
export const vitePage = (title: string, body: string, script: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
  </head>
  <body>
${body}
    <script type="module" src="${script}"></script>
  </body>
</html>
`
