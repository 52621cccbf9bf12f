//! Looking into a page without a browser.

/// The values of an attribute.
pub(crate) fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let needle = format!(" {attribute}=\"");
    html.split(&needle).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// A page without the script element of that opening, and what was inside.
pub(crate) fn without(html: &str, opening: &str) -> (String, String) {
    let Some((before, rest)) = html.split_once(opening) else {
        return (html.to_owned(), String::new());
    };
    let (inside, after) = rest.split_once("</script>").expect("the element has an end");
    (format!("{before}{after}"), inside.to_owned())
}
