export const pictureStyles = `
.p-picture{display:grid;place-items:center;flex:none;width:var(--size);height:var(--size);border-radius:calc(var(--size)*.29);background:oklch(.53 .13 var(--hue));color:#fff;font-weight:600;font-size:calc(var(--size)*.4);line-height:1;user-select:none;forced-color-adjust:none}
.p-picture-round,.p-picture-avatar{border-radius:50%}
.p-picture::before{content:attr(data-initial);grid-area:1/1}
.p-picture img{display:block;grid-area:1/1;z-index:1;width:100%;height:100%;border-radius:inherit;object-fit:cover}
`
