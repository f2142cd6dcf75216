// SPDX-License-Identifier: Apache-2.0
#include "engine/io/script/render.h"

#include "engine/base/text.h"
#include "engine/io/text.h"

#include <algorithm>
#include <regex>

namespace nestloom::io::script {

namespace fs = std::filesystem;
using Kind = Value::Kind;

namespace {

constexpr std::size_t kMaxSteps = 1'000'000; // pieces of templates carried out in one file
constexpr int kMaxNesting = 50;              // of statements within one another
constexpr std::size_t kMaxFiles = 1000;      // read in one import
constexpr std::size_t kMaxOpen = 50;         // files within one another
constexpr std::string_view kIncludedTag = "!include_loaded";

/// A piece of a template: text as it is, {{ output }}, or {% statement %}.
struct Piece {
    enum class Kind { Text, Output, Statement } kind = Kind::Text;
    std::string text;
    int line = 1; // where it begins
};

/// Where the next template begins, or the end of the content.
std::size_t nextTemplate(const std::string& content, std::size_t at)
{
    for (at = content.find('{', at); at < content.size() - 1; at = content.find('{', at + 1))
        if (content[at + 1] == '{' || content[at + 1] == '%' || content[at + 1] == '#')
            return at;
    return content.size();
}

Result<std::vector<Piece>> piecesOf(const std::string& content, const std::string& file)
{
    static const std::regex kEndOfRaw(R"(\{%\s*endraw\s*%\})");
    std::vector<Piece> pieces;
    int line = 1;
    std::size_t at = 0;
    const auto take = [&](Piece::Kind kind, std::string text, std::size_t end) {
        if (!text.empty())
            pieces.push_back({kind, std::move(text), line});
        line += int(std::count(content.begin() + std::ptrdiff_t(at), content.begin() + std::ptrdiff_t(end), '\n'));
        at = end;
    };
    const auto takeText = [&](std::size_t end) { take(Piece::Kind::Text, content.substr(at, end - at), end); };
    const auto refuse = [&](const std::string& message) {
        return Error{ErrorCode::InvalidInput, message, file + ":" + std::to_string(line)};
    };
    while (true) {
        takeText(nextTemplate(content, at));
        if (at == content.size())
            return pieces;
        const char kind = content[at + 1];
        const std::string close = kind == '{' ? "}}" : std::string(1, kind) + "}";
        const std::size_t end = content.find(close, at + 2);
        if (end == std::string::npos)
            return refuse("a template does not end with " + inQuotes(close));
        const std::string inside(trimmed(std::string_view(content).substr(at + 2, end - at - 2)));
        if (kind == '%' && inside == "raw") {
            std::smatch found;
            if (!std::regex_search(content.begin() + std::ptrdiff_t(end), content.end(), found, kEndOfRaw))
                return refuse("'raw' does not end");
            take(Piece::Kind::Text, "", end + 2);
            takeText(std::size_t(found[0].first - content.begin()));
            take(Piece::Kind::Text, "", std::size_t(found[0].second - content.begin()));
        } else {
            take(kind == '{' ? Piece::Kind::Output : Piece::Kind::Statement, kind == '#' ? "" : inside, end + 2);
        }
    }
}

/// "for x in y" -> "for" and "x in y".
std::pair<std::string, std::string> wordAndRest(const std::string& statement)
{
    const std::size_t end = std::min(statement.find_first_of(" \t\n"), statement.size());
    return {statement.substr(0, end), std::string(trimmed(std::string_view(statement).substr(end)))};
}

/// What a user writes: a number, a truth, else text.
Value answered(const std::string& text)
{
    Scope scope;
    const auto number = evaluateNumber(text, scope);
    return number ? Value::of(*number) : Value::of(text);
}

/// The folder that holds all files, from where they may include others.
fs::path commonFolder(const std::vector<fs::path>& files)
{
    fs::path common;
    for (const fs::path& file : files) {
        const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
        if (common.empty()) {
            common = folder;
            continue;
        }
        fs::path shared;
        for (auto a = common.begin(), b = folder.begin(); a != common.end() && b != folder.end() && *a == *b; ++a, ++b)
            shared /= *a;
        common = shared;
    }
    return common == common.root_path() ? fs::absolute(files.front()).parent_path()
                                        : common; // "/" is no folder of theirs
}

} // namespace

/// Carries out the template of one file.
class Rendering {
public:
    Rendering(Renderer& renderer, const fs::path& path, std::size_t file, Renderer::Values& values,
              Renderer::Folders& folders, Renderer::Page& page)
        : m_renderer(renderer), m_path(path), m_file(file), m_folders(folders), m_page(page), m_values(values)
    {
        m_scope.isTemplate = true;
        m_scope.values = values;
        m_scope.call = [this](const std::string& name, const std::vector<Value>& arguments) {
            return call(name, arguments);
        };
        m_scope.ask = [this](const std::string& name) { return ask(name, ""); };
        m_scope.useDefault = [this](const std::string& name, const Value& value) { ask(name, value.asText()); };
    }

    Status run(const std::string& content)
    {
        TRY(m_pieces, piecesOf(content, m_path.string()));
        Status done = carryOut(0, m_pieces.size());
        m_values = m_scope.values;
        return done;
    }

private:
    Error refuse(const std::string& message) const
    {
        return {ErrorCode::InvalidInput, message, m_path.string() + ":" + std::to_string(m_line)};
    }

    /// The value that was answered, else Missing. Lists the question when it has an answer, given or usual.
    Value ask(const std::string& name, const std::string& usual)
    {
        if (usual.empty() && !m_renderer.m_notes.hasAnswer(name))
            return {Kind::Missing, 0, name};
        const std::string chosen = m_renderer.m_notes.ask({name, "Value of " + name + "?", {}, usual});
        return answered(chosen);
    }

    void emit(std::string_view text, int line, bool isCounted)
    {
        for (const char c : text) {
            if (!m_page.isLineBegun)
                m_page.lines.emplace_back(m_file, line);
            m_page.isLineBegun = c != '\n';
            m_page.text += c;
            if (c == '\n' && isCounted)
                ++line;
        }
    }

    Result<Value> valueOf(const std::string& text)
    {
        auto value = evaluate(text, m_scope);
        for (const std::string& name : m_scope.missing)
            if (!m_renderer.m_missing.contains(name))
                m_renderer.m_missing[name] = m_renderer.m_files.addLine(m_file, m_line);
        if (!value && value.error().where.empty())
            return refuse(value.error().message);
        return value;
    }

    Status carryOut(std::size_t begin, std::size_t end)
    {
        if (++m_depth > kMaxNesting)
            return refuse("statements are nested more than " + std::to_string(kMaxNesting) + " deep");
        for (std::size_t i = begin; i < end; ++i) {
            const Piece& piece = m_pieces[i];
            m_line = piece.line;
            if (++m_steps > kMaxSteps || m_page.text.size() > kMaxTextBytes)
                return refuse("the template makes too much text");
            if (piece.kind == Piece::Kind::Text) {
                emit(piece.text, piece.line, true);
            } else if (piece.kind == Piece::Kind::Output) {
                TRY(const Value value, valueOf(piece.text));
                emit(value.asText(), piece.line, false);
            } else {
                TRY(i, statement(i, end));
            }
        }
        --m_depth;
        return success();
    }

    /// Carries out the statement at `i`; returns where its last piece is.
    Result<std::size_t> statement(std::size_t i, std::size_t end)
    {
        const auto [word, rest] = wordAndRest(m_pieces[i].text);
        if (word == "set") {
            const std::size_t equals = rest.find('=');
            if (equals == std::string::npos)
                return refuse("'set' needs NAME = VALUE");
            TRY(const Value value, valueOf(rest.substr(equals + 1)));
            m_scope.values.insert_or_assign(std::string(trimmed(rest.substr(0, equals))), value);
            return i;
        }
        if (word == "assert") {
            const std::size_t comma = std::min(rest.rfind(", \""), rest.size());
            TRY(const Value holds, valueOf(rest.substr(0, comma)));
            if (!holds.isTrue() && m_scope.missing.empty())
                return refuse("the file asserts that this holds, and it does not: " + rest.substr(0, comma));
            return i;
        }
        if (word == "if")
            return conditional(i, end);
        if (word == "for")
            return loop(i, rest, end);
        return refuse("the statement " + inQuotes(m_pieces[i].text) + " is not understood");
    }

    /// The next of `words` at the depth of the statement before it, or what ends that.
    Result<std::size_t> next(std::size_t i, std::size_t end, std::string_view opening)
    {
        int depth = 0;
        const std::string closing = "end" + std::string(opening);
        while (++i < end) {
            if (m_pieces[i].kind != Piece::Kind::Statement)
                continue;
            const std::string word = wordAndRest(m_pieces[i].text).first;
            if (depth == 0 && (word == closing || (opening == "if" && (word == "elif" || word == "else"))))
                return i;
            depth += word == opening ? 1 : word == closing ? -1 : 0;
        }
        return refuse(inQuotes(closing) + " is missing");
    }

    Result<std::size_t> conditional(std::size_t i, std::size_t end)
    {
        bool isDone = false;
        while (true) {
            const auto [word, rest] = wordAndRest(m_pieces[i].text);
            m_line = m_pieces[i].line;
            if (word == "endif")
                return i;
            TRY(const std::size_t stop, next(i, end, "if"));
            bool isChosen = !isDone;
            if (isChosen && word != "else") {
                TRY(const Value value, valueOf(rest));
                isChosen = value.isTrue();
            }
            if (isChosen)
                TRY_DO(carryOut(i + 1, stop));
            isDone = isDone || isChosen;
            i = stop;
        }
    }

    Result<std::size_t> loop(std::size_t i, const std::string& rest, std::size_t end)
    {
        TRY(const std::size_t stop, next(i, end, "for"));
        const std::size_t in = rest.find(" in ");
        if (in == std::string::npos)
            return refuse("'for' needs NAME in VALUES");
        TRY(const Value values, valueOf(rest.substr(in + 4)));
        const std::string variable(trimmed(rest.substr(0, in)));
        for (const Value& item : values.items) {
            if (variable.find(',') != std::string::npos)
                return refuse("'for' with several names is not understood");
            m_scope.values.insert_or_assign(variable, item);
            TRY_DO(carryOut(i + 1, stop));
        }
        return stop;
    }

    Result<fs::path> find(const std::string& written) const
    {
        Renderer::Folders from{m_path.parent_path()};
        from.insert(from.end(), m_folders.begin(), m_folders.end());
        std::error_code error;
        for (const fs::path& folder : from) {
            const fs::path path = (folder / written).lexically_normal();
            if (!fs::exists(path, error))
                continue;
            if (!m_renderer.m_files.mayRead(path))
                return refuse("the included file " + inQuotes(written)
                              + " lies outside the folder of the files; give a folder that holds both (--folder)");
            return path;
        }
        return refuse("the included file " + inQuotes(written) + " is not there");
    }

    Result<Value> call(const std::string& name, const std::vector<Value>& arguments)
    {
        const bool isText = !arguments.empty() && arguments[0].kind == Kind::Text;
        if (!isText || (name != "include_text" && name != "include" && name != "add_to_path"))
            return refuse("the function " + inQuotes(name) + " is not known");
        const auto path = find(arguments[0].text);
        if (name == "add_to_path") { // a folder that is not there is none to look in
            if (path)
                m_folders.push_back(*path);
            return Value::of(std::string());
        }
        if (!path)
            return path.error();
        if (name == "include_text") {
            Renderer::Values values = m_scope.values;
            Renderer::Folders folders = m_folders;
            TRY_DO(m_renderer.append(*path, values, folders, m_page));
            return Value::of(std::string());
        }
        TRY(auto tree, m_renderer.tree(*path, m_scope.values, m_folders));
        const std::string id = "included" + std::to_string(m_renderer.m_included.size());
        m_renderer.m_included[id] = tree.value_or(YamlNode{});
        const std::string key = arguments.size() > 1 ? arguments[1].text : "";
        return Value::of(std::string(kIncludedTag) + " " + id + (key.empty() ? "" : "." + key));
    }

    Renderer& m_renderer;
    const fs::path m_path;
    const std::size_t m_file;
    Renderer::Folders& m_folders;
    Renderer::Page& m_page;
    Renderer::Values& m_values;
    Scope m_scope;
    std::vector<Piece> m_pieces;
    std::size_t m_steps = 0;
    int m_depth = 0;
    int m_line = 1;
};

Status Renderer::append(const fs::path& path, Values& values, Folders& folders, Page& page)
{
    const auto refuse = [&](const std::string& why) { return Error{ErrorCode::InvalidInput, why, path.string()}; };
    if (std::ranges::find(m_open, path) != m_open.end())
        return refuse("the file includes itself");
    if (m_files.files().size() >= kMaxFiles || m_open.size() >= kMaxOpen)
        return refuse("more than " + std::to_string(kMaxFiles) + " files, or " + std::to_string(kMaxOpen)
                      + " within one another, are included");
    TRY(const auto content, readTextFile(path));
    TRY_DO(checkUtf8(content, path.string()));
    m_open.push_back(path);
    Status done = Rendering(*this, path, m_files.addFile(path), values, folders, page).run(content);
    m_open.pop_back();
    return done;
}

Result<std::optional<YamlNode>> Renderer::tree(const fs::path& path, Values values, Folders folders)
{
    Page page;
    TRY_DO(append(path, values, folders, page));
    if (!m_missing.empty())
        return std::optional<YamlNode>();
    const auto included = [&](const std::string& tag, const std::string& value) -> const YamlNode* {
        if (tag != kIncludedTag)
            return nullptr;
        const std::size_t dot = std::min(value.find('.'), value.size());
        const auto found = m_included.find(value.substr(0, dot));
        const YamlNode* node = found == m_included.end() ? nullptr : &found->second;
        for (std::size_t at = dot; node && at < value.size();) {
            const std::size_t end = std::min(value.find('.', at + 1), value.size());
            node = node->find(value.substr(at + 1, end - at - 1));
            at = end;
        }
        return node;
    };
    TRY(auto tree, m_files.parse(page.text, page.lines, included));
    return std::optional(std::move(tree));
}

Result<mapping::DesignImport> importFiles(
    const std::vector<fs::path>& paths, const mapping::DesignImportOptions& options,
    const std::function<mapping::DesignImport(const std::vector<Document>&, ImportNotes&)>& read)
{
    SourceFiles files(options.folder.empty() ? commonFolder(paths) : options.folder);
    ImportNotes notes(files, options.answers);
    Renderer renderer(files, notes);
    std::vector<Document> documents;
    for (const fs::path& path : paths) {
        auto tree = renderer.read(path);
        if (!tree && renderer.missing().empty())
            return tree.error(); // else it may come from what stands in for a missing value, which is asked for below
        if (tree && *tree)
            documents.push_back({path, std::move(**tree)});
    }
    for (const auto& [name, line] : renderer.missing()) {
        notes.ask({name, "Value of " + name + "?", {}, ""});
        notes.refuse(line, name, "the files leave this value open");
    }
    mapping::DesignImport result;
    if (renderer.missing().empty())
        result = read(documents, notes);
    if (notes.error())
        return *notes.error();
    TRY_DO(notes.checkAnswers());
    result.files = files.files();
    result.remarks = notes.takeRemarks();
    result.questions = notes.takeQuestions();
    return result;
}

} // namespace nestloom::io::script
