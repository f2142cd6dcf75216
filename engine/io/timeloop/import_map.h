// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/source_files.h"
#include "engine/mapping/design_import.h"

#include <initializer_list>
#include <map>
#include <set>

namespace nestloom::io::timeloop {

using Variables = std::map<std::string, double, std::less<>>;

/// The value of an arithmetic expression as Timeloop's front end writes them in attributes, of numbers and names of
/// variables (script/value.h). Fails   InvalidInput for anything else, and for a result that is not finite
Result<double> evaluateExpression(std::string_view text, const Variables& variables);

/// What an import has to tell: the first error, which ends it, remarks, and questions with their answers. Readers go on
/// with default values after an error, as with YamlErrors.
class ImportNotes {
public:
    using Answers = std::map<std::string, std::string>;
    ImportNotes(const SourceFiles& files, const Answers& answers) : m_files(files), m_answers(answers) {}

    void fail(int line, const std::string& key, const std::string& message);
    void assume(int line, const std::string& key, const std::string& text);
    void ignore(int line, const std::string& key, const std::string& text);
    void refuse(int line, const std::string& key, const std::string& text);

    /// The answer that was given, or the question's own choice; the question is listed once. Any text answers a
    /// question without choices.
    std::string ask(mapping::ImportQuestion question);

    bool hasAnswer(const std::string& id) const { return m_answers.contains(id); }

    const std::optional<Error>& error() const { return m_error; }
    bool hasRefused() const; // a part of the files
    std::vector<mapping::ImportRemark> takeRemarks() { return std::move(m_remarks); }
    std::vector<mapping::ImportQuestion> takeQuestions() { return std::move(m_questions); }
    /// An answer to a question that was not asked, as an error.
    Status checkAnswers() const;

private:
    void add(mapping::ImportRemark::Kind kind, int line, const std::string& key, const std::string& text);

    const SourceFiles& m_files;
    const Answers& m_answers;
    std::optional<Error> m_error;
    std::vector<mapping::ImportRemark> m_remarks;
    std::vector<mapping::ImportQuestion> m_questions;
};

using Names = std::initializer_list<std::string_view>;

/// Reads the keys of one map of a foreign file, where hyphens and underscores are the same and values may be
/// expressions. It remembers which keys were read; ignoreRest() tells of the others. One that is a letter or two away
/// from a key that could stand there, and does not, is refused: a slip in `depth` would leave a level without a size.
class ImportMap {
public:
    /// Reports a node that is no map.
    ImportMap(const YamlNode& node, std::string path, ImportNotes& notes);

    ImportNotes& notes() const { return m_notes; }
    int line() const { return m_node.line; }
    const std::string& path() const { return m_path; }
    std::string pathOf(std::string_view key) const;

    /// The value of the first of these keys that is there and not empty.
    const YamlNode* find(Names names);
    const YamlNode* find(std::string_view name) { return find({name}); }
    /// The same as text; reports lists and maps.
    std::string text(std::string_view name, std::string fallback = {});
    std::optional<double> number(Names names, const Variables& variables = {});
    /// A whole number from 0 up to kMaxWhole; reports anything else.
    std::optional<std::int64_t> whole(Names names, const Variables& variables = {});
    std::vector<std::string> texts(Names names); // of a list of texts

    /// Reports a `version` of Timeloop's files that this reader was not written for.
    void checkVersion();

    /// Tells that these keys are there and what becomes of them.
    void ignore(Names names, const std::string& why);
    /// The same for every key that nobody asked for.
    void ignoreRest(const std::string& why = "unknown key");
    /// The keys that nobody asked for, with their lines.
    std::vector<std::pair<std::string, int>> unread() const;

private:
    std::string meantBy(const std::string& key) const; // empty = nothing like it

    const YamlNode& m_node;
    std::string m_path;
    ImportNotes& m_notes;
    std::set<std::size_t> m_read;  // indices of keys
    std::set<std::string> m_known; // that were asked for
};

/// Larger figures are typing errors: no layer, buffer or machine comes near.
inline constexpr std::int64_t kMaxWhole = 1'000'000'000'000;

/// Adds the numbers of a map, which may be expressions of one another, under their names.
void addNumbers(Variables& variables, const YamlNode& map);

/// The scalar as text; nothing, and a report, for anything else.
std::optional<std::string> scalarOf(const YamlNode& node, const std::string& path, ImportNotes& notes);

std::string withUnderscores(std::string_view key); // "word-bits" -> "word_bits"

} // namespace nestloom::io::timeloop
