// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/source_files.h"
#include "engine/mapping/design_import.h"

namespace nestloom::io::timeloop {

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

    /// The answer that was given, or the question's own choice; the question is listed once.
    std::string ask(mapping::ImportQuestion question);

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

} // namespace nestloom::io::timeloop
