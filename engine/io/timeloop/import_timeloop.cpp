// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/import_timeloop.h"

#include "engine/cost/timeloop_counts.h"
#include "engine/io/in_quotes.h"
#include "engine/io/timeloop/read_energies.h"
#include "engine/io/timeloop/read_mapping.h"
#include "engine/io/timeloop/sections.h"
#include "engine/io/timeloop/take_loop_rules.h"

#include <algorithm>
#include <set>

namespace nestloom::io {

namespace {

using namespace timeloop;
using mapping::DesignImport;
namespace fs = std::filesystem;

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

/// Reads the parts of an import one after the other: problems first, because they name the tensors and dimensions.
class Import {
public:
    Import(const Sections& sections, const mapping::DesignImportOptions& options, ImportNotes& notes)
        : m_sections(sections), m_options(options), m_notes(notes)
    {
    }

    DesignImport run()
    {
        readProblems();
        readMachineAndRules();
        readOneMapping();
        if (m_machine) {
            m_result.accelerator = m_machine->accelerator;
            if (m_sections.architecture)
                m_result.accelerator->notes.push_back(
                    "Imported from files of Timeloop; the report of the import says what "
                    "was assumed.");
        }
        if (!m_result.accelerator && !m_result.network && !m_notes.error())
            m_notes.fail(1, "", "there is neither an architecture nor a problem here");
        return std::move(m_result);
    }

private:
    void readProblems()
    {
        if (m_sections.problems.empty())
            return;
        workload::Network network;
        network.name = m_sections.folderName;
        network.description = "imported from Timeloop";
        std::set<std::string> names;
        for (const Section& section : m_sections.problems) {
            workload::Layer layer = readProblem(*section.node, section.key, section.fileStem, m_shape, m_notes);
            for (int copy = 2; !names.insert(layer.name).second; ++copy)
                layer.name = section.fileStem + "_" + std::to_string(copy);
            network.layers.push_back(std::move(layer));
        }
        if (network.layers.size() == 1)
            network.name = network.layers.front().name;
        if (!m_notes.error())
            for (const workload::Finding& finding : workload::check(network))
                m_notes.fail(m_sections.problems.front().node->line, finding.key, finding.message);
        m_result.network = std::move(network);
    }

    void readMachineAndRules()
    {
        const ProblemNames names = m_sections.problems.empty() ? usualNames() : m_shape.names;
        if (m_sections.architecture && !m_notes.error()) {
            const Section& section = *m_sections.architecture;
            const ArchForm form = readArchForm(*section.node, section.key, m_sections.variables, m_notes);
            for (const auto& [level, constraints] : form.constraints)
                readOwnConstraints(*constraints, level, names, m_rules, m_notes);
            for (const Section& list : m_sections.constraints)
                readConstraintList(*list.node, list.key, names, m_rules, m_notes);
            if (!m_notes.error())
                m_machine = readMachine(form, m_rules.keeps, section.fileStem, m_notes);
            if (m_machine && !m_notes.error())
                takeLoopRules(m_rules.loops, *m_machine, m_notes);
            if (m_machine)
                m_machine->accelerator.timeloop = versionOf(form);
        } else if (m_options.accelerator) {
            m_machine = Machine{*m_options.accelerator, {}, {}};
            for (std::size_t i = 0; i < m_machine->accelerator.levels.size(); ++i) {
                const hardware::BufferLevel& level = m_machine->accelerator.levels[i];
                m_machine->targets.push_back({level.name, i, {}, level.fanout.count()});
            }
        }
        if (!m_sections.architecture)
            for (const Section& list : m_sections.constraints)
                m_notes.ignore(list.node->line, list.key, "constraints without the architecture that they limit");
        for (const Section& table : m_sections.energies)
            if (m_machine && !m_notes.error())
                readEnergies(*table.node, table.key, *m_machine, m_notes);
            else if (!m_notes.error())
                m_notes.ignore(table.node->line, table.key, "energies without an architecture that they belong to");
        if (m_machine && m_sections.energies.empty() && m_sections.architecture)
            m_notes.assume(m_sections.architecture->node->line, m_sections.architecture->key,
                           "no energy reference table is given; energies follow Timeloop's pat-public formula");
    }

    hardware::TimeloopVersion versionOf(const ArchForm& form)
    {
        using enum hardware::TimeloopVersion;
        const std::string older(name(June2022)), newer(name(March2025));
        const std::string chosen = m_notes.ask(
            {"timeloop",
             "Which Timeloop does the compatibility mode count as?",
             {{older, std::string(cost::commitOf(June2022))},
              {newer, std::string(cost::commitOf(March2025)) + ", without the first fill of outputs at inner levels"}},
             form.isOfToday ? newer : older});
        return chosen == newer ? March2025 : June2022;
    }

    void readOneMapping()
    {
        if (!m_sections.mapping || m_notes.error())
            return;
        const Section& section = *m_sections.mapping;
        const auto refuse = [&](const std::string& why) { m_notes.refuse(section.node->line, section.key, why); };
        if (!m_machine)
            return refuse("the mapping needs the architecture whose levels it names; give that file too");
        if (!m_result.network)
            return refuse("the mapping needs the problem whose loops it splits; give that file too");
        if (m_result.network->layers.size() != 1)
            return refuse("there are " + std::to_string(m_result.network->layers.size())
                          + " problems; give the one that the mapping is for");
        mapping::LayerMapping found = readMapping(*section.node, section.key, m_shape, m_result.network->layers.front(),
                                                  m_rules.keeps, *m_machine, m_notes);
        if (!m_notes.hasRefused())
            m_result.mapping = std::move(found);
    }

    const Sections& m_sections;
    const mapping::DesignImportOptions& m_options;
    ImportNotes& m_notes;
    ProblemShape m_shape;
    Rules m_rules;
    std::optional<Machine> m_machine;
    DesignImport m_result;
};

} // namespace

bool looksLikeTimeloop(std::string_view head)
{
    constexpr std::string_view keys[]{"architecture:",
                                      "arch:",
                                      "problem:",
                                      "mapping:",
                                      "ERT:",
                                      "ERT_summary:",
                                      "mapspace:",
                                      "mapspace_constraints:",
                                      "architecture_constraints:",
                                      "constraints:",
                                      "components:",
                                      "compound_components:",
                                      "variables:",
                                      "mapper:",
                                      "globals:",
                                      "sparse_optimizations:",
                                      "ART:",
                                      "ART_summary:"};
    for (std::size_t begin = 0; begin < head.size();) {
        const std::size_t end = std::min(head.find('\n', begin), head.size());
        const std::string_view line = head.substr(begin, end - begin);
        const auto begins = [&](std::string_view key) { return line.substr(0, key.size()) == key; };
        if (std::any_of(std::begin(keys), std::end(keys), begins) || begins("{{include_text")
            || begins("{{ include_text"))
            return true;
        begin = end + 1;
    }
    return false;
}

Result<DesignImport> importTimeloop(const std::vector<fs::path>& paths, const mapping::DesignImportOptions& options)
{
    SourceFiles files(options.folder.empty() ? commonFolder(paths) : options.folder);
    ImportNotes notes(files, options.answers);
    std::vector<Document> documents;
    for (const fs::path& path : paths) {
        auto tree = files.read(path);
        if (!tree)
            return tree.error();
        documents.push_back({path, *std::move(tree)});
    }
    const Sections sections = findSections(documents, notes);
    DesignImport result = Import(sections, options, notes).run();
    if (notes.error())
        return *notes.error();
    if (const Status answers = notes.checkAnswers(); !answers)
        return answers.error();
    result.files = files.files();
    result.remarks = notes.takeRemarks();
    result.questions = notes.takeQuestions();
    return result;
}

} // namespace nestloom::io
