//! Tests that an independent validator accepts the document as OpenAPI 3.1.

use crate::tool;

#[test]
fn it_is_an_openapi_document() {
    let folder = tool::folder("document");
    let file = tool::document(&folder);
    let said = tool::ran(
        tool::python("openapi-spec-validator")
            .args(["--schema", "3.1", "--validation-errors", "all"])
            .arg(&file),
    );
    assert!(said.contains("OK"), "{said}");
}
