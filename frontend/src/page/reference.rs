//! The API, to be read: every route with its parameters, bodies, answers and errors, as the OpenAPI document has them. The server
//! makes it of that document; here is what there is to say.

/// The API, to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    /// Where the commands look for the server.
    pub address: String,
    /// What holds for all routes, in paragraphs.
    pub introduction: Vec<String>,
    /// The routes, in the order of the document.
    pub operations: Vec<Operation>,
    /// What can go wrong, by status.
    pub problems: Vec<Problem>,
    /// The shapes of what is answered, by name.
    pub shapes: Vec<Shape>,
}

/// What a method of a route does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its id in the document; that of its part of the page.
    pub id: String,
    /// In capitals.
    pub method: String,
    /// With its variables between braces.
    pub path: String,
    /// In a few words.
    pub summary: String,
    /// In sentences.
    pub description: String,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// What its body is; empty where it takes none.
    pub bodies: Vec<Content>,
    /// What it answers, by media type.
    pub answers: Vec<Content>,
    /// What can go wrong: its status, and its part of the list of problems.
    pub problems: Vec<(String, String)>,
    /// How to ask, as a command; none where the data of this server have no example.
    pub command: Option<String>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// `path` or `query`.
    pub place: String,
    /// Whether it must be there.
    pub required: bool,
    /// What it can be.
    pub form: Form,
    /// What it says.
    pub description: String,
    /// Such as.
    pub example: Option<String>,
}

/// What a value can be, in words, and which shapes it is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// In words, such as `integer, 1 to 200`.
    pub words: String,
    /// Shapes that the words name.
    pub shapes: Vec<String>,
}

/// A body, or an answer, in one format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The format.
    pub media_type: String,
    /// What it is.
    pub form: Form,
    /// What it looks like, and what the example is called where it has a name.
    pub example: Option<String>,
}

/// A kind of problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The part of the About page that says what to do.
    pub fragment: String,
    /// What it means.
    pub meaning: String,
    /// What it looks like.
    pub example: Option<String>,
}

/// The shape of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: String,
    /// What it can be, where it is no object.
    pub form: Option<Form>,
    /// Its members, where it is one.
    pub members: Vec<Member>,
}

/// A member of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Whether it may be left out.
    pub optional: bool,
    /// What it can be.
    pub form: Form,
    /// What it says.
    pub description: String,
}
